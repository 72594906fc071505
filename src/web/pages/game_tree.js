// The moves of a game as a tree: the main line and its variations.

export class GameTree {
  /// \param rows  of `games/ID/moves`; a move may belong to position 0 (its record sets stones up, too)
  constructor(rows, lastPly) {
    this.nodes = new Map([[0, { ply: 0, row: null, parent: null, children: [] }]]);
    for (const row of rows) {
      if (row.ply === null || row.ply === undefined) continue;
      if (row.ply <= 0) {
        this.nodes.get(0).row = row;
        continue;
      }
      this.add(row.ply, this.reach(row.parent_ply ?? row.ply - 1), row);
    }
    this.reach(lastPly ?? 0);
  }

  add(ply, parent, row) {
    const node = { ply, row, parent, children: [] };
    parent.children.push(node);
    this.nodes.set(ply, node);
    return node;
  }

  /// The node of a ply. Positions that no move made (nodes that change the board) get theirs here.
  reach(ply) {
    let known = Math.max(0, ply);
    while (!this.nodes.has(known)) --known;
    while (known < ply) this.add(known + 1, this.nodes.get(known++), null);
    return this.nodes.get(Math.max(0, ply));
  }

  at(ply) {
    return this.nodes.get(ply) ?? null;
  }

  next(ply) {
    return this.at(ply)?.children[0] ?? null;
  }

  previous(ply) {
    return this.at(ply)?.parent ?? null;
  }

  /// The line that goes through a position: from the start, through it, to its end.
  line(ply) {
    const result = [];
    for (let node = this.at(ply); node; node = node.parent) result.unshift(node);
    for (let node = this.next(ply); node; node = node.children[0]) result.push(node);
    return result;
  }

  /// The same move's place in the next or previous variation; null where there is none.
  sibling(ply, by) {
    const node = this.at(ply);
    const all = node?.parent?.children ?? [];
    return all[all.indexOf(node) + by] ?? null;
  }
}
