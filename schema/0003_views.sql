-- The views people may rely on: columns are only ever added, at the end.

CREATE VIEW games AS
SELECT
  g.id AS id,
  CASE g.game WHEN 1 THEN 'go' WHEN 2 THEN 'othello' WHEN 4 THEN 'gomoku' WHEN 11 THEN 'hex'
    WHEN 21 THEN 'twixt' WHEN 1001 THEN 'shogi' WHEN 1002 THEN 'crossword'
    ELSE 'sgf:' || g.game END AS game,
  CASE g.kind WHEN 1 THEN 'game' WHEN 2 THEN 'problem' ELSE 'position' END AS kind,
  CASE WHEN g.width IS NULL THEN NULL WHEN g.width = g.height THEN CAST(g.width AS TEXT)
    ELSE g.width || 'x' || g.height END AS size,
  g.width AS width,
  g.height AS height,
  CASE WHEN g.game <> 1002 THEN black.written END AS black,
  CASE WHEN g.game <> 1002 THEN white.written END AS white,
  CASE
    WHEN g.game = 1002 THEN (SELECT group_concat(written, ', ') FROM (SELECT n.written FROM seat s
      JOIN name n ON n.id = s.name WHERE s.game_id = g.id ORDER BY s.seat))
    WHEN black.written IS NULL THEN white.written
    WHEN white.written IS NULL THEN black.written
    ELSE black.written || ', ' || white.written END AS players,
  black_rank.written AS black_rank,
  white_rank.written AS white_rank,
  g.black_rating AS black_rating,
  g.white_rating AS white_rating,
  event.written AS event,
  round.written AS round,
  place.written AS place,
  g.date AS date,
  CASE WHEN g.date_from IS NOT NULL
    THEN printf('%04d-%02d-%02d', g.date_from / 10000, g.date_from / 100 % 100, g.date_from % 100)
    END AS date_from,
  CASE WHEN g.date_to IS NOT NULL
    THEN printf('%04d-%02d-%02d', g.date_to / 10000, g.date_to / 100 % 100, g.date_to % 100)
    END AS date_to,
  CASE g.date_precision WHEN 1 THEN 'day' WHEN 2 THEN 'month' WHEN 3 THEN 'year' WHEN 4 THEN 'range' END
    AS date_precision,
  CASE g.winner WHEN 3 THEN 'Draw' WHEN 4 THEN 'Void' WHEN 5 THEN '?'
    WHEN 1 THEN 'B+' || CASE g.win_by WHEN 1 THEN 'R' WHEN 3 THEN 'T' WHEN 4 THEN 'F'
      ELSE CASE WHEN g.margin IS NULL THEN '' ELSE printf('%g', g.margin) END END
    WHEN 2 THEN 'W+' || CASE g.win_by WHEN 1 THEN 'R' WHEN 3 THEN 'T' WHEN 4 THEN 'F'
      ELSE CASE WHEN g.margin IS NULL THEN '' ELSE printf('%g', g.margin) END END
  END AS result,
  g.result_raw AS result_raw,
  CASE g.result_from WHEN 1 THEN 'written' WHEN 2 THEN 'end-mark' WHEN 3 THEN 'summary'
    WHEN 4 THEN 'resignation' WHEN 5 THEN 'replay' END AS result_from,
  g.result_disputed AS result_disputed,
  CASE g.winner WHEN 1 THEN 'B' WHEN 2 THEN 'W' WHEN 3 THEN 'draw' END AS winner,
  CASE g.winner WHEN 1 THEN 1 WHEN 2 THEN 2 WHEN 3 THEN 0 WHEN 6 THEN 3 WHEN 7 THEN 4 END AS winner_seat,
  CASE g.win_by WHEN 1 THEN 'resign' WHEN 2 THEN 'score' WHEN 3 THEN 'time' WHEN 4 THEN 'forfeit'
    WHEN 5 THEN 'illegal' WHEN 6 THEN 'declaration' WHEN 7 THEN 'mate' WHEN 8 THEN 'connection'
    WHEN 9 THEN 'repetition' WHEN 10 THEN 'impasse' WHEN 11 THEN 'max_moves' END AS win_by,
  g.margin AS margin,
  g.komi AS komi,
  g.handicap AS handicap,
  rules.written AS rules,
  time_limit.written AS time_limit,
  g.time_limit_seconds AS time_limit_seconds,
  overtime.written AS overtime,
  g.moves AS moves,
  g.positions AS positions,
  g.first_illegal_ply AS first_illegal_ply,
  g.swap AS swap,
  game_name.written AS game_name,
  annotator.written AS annotator,
  opening.written AS opening,
  published_in.written AS published_in,
  entered_by.written AS entered_by,
  g.external_id AS external_id,
  lexicon.written AS lexicon,
  variant.written AS variant,
  board_name.written AS board_name,
  g.declared_game AS declared_game,
  charset.written AS charset,
  application.written AS application,
  CASE WHEN g.flags & 15 <> 0 THEN rtrim(
    CASE WHEN g.flags & 1 THEN 'unclosed ' ELSE '' END || CASE WHEN g.flags & 2 THEN 'variations ' ELSE '' END
    || CASE WHEN g.flags & 4 THEN 'variations-indexed ' ELSE '' END
    || CASE WHEN g.flags & 8 THEN 'no-positions ' ELSE '' END) END AS flags,
  source.name AS source,
  NULLIF(member.name, '') AS member,
  record.offset AS offset,
  record.length AS length,
  g.record_id AS record_id,
  lower(hex(record.hash)) AS record_hash,
  CASE WHEN g.flags & 32 THEN 'event' END AS date_derived_from
FROM game g
JOIN source ON source.id = g.source_id AND source.hidden = 0
LEFT JOIN record ON record.id = g.record_id
LEFT JOIN member ON member.id = record.member_id
LEFT JOIN name black ON black.id = g.black
LEFT JOIN name white ON white.id = g.white
LEFT JOIN name event ON event.id = g.event
LEFT JOIN name round ON round.id = g.round
LEFT JOIN name place ON place.id = g.place
LEFT JOIN phrase black_rank ON black_rank.id = g.black_rank
LEFT JOIN phrase white_rank ON white_rank.id = g.white_rank
LEFT JOIN phrase rules ON rules.id = g.rules
LEFT JOIN phrase time_limit ON time_limit.id = g.time_limit
LEFT JOIN phrase overtime ON overtime.id = g.overtime
LEFT JOIN phrase game_name ON game_name.id = g.game_name
LEFT JOIN phrase annotator ON annotator.id = g.annotator
LEFT JOIN phrase opening ON opening.id = g.opening
LEFT JOIN phrase published_in ON published_in.id = g.published_in
LEFT JOIN phrase entered_by ON entered_by.id = g.entered_by
LEFT JOIN phrase lexicon ON lexicon.id = g.lexicon
LEFT JOIN phrase variant ON variant.id = g.variant
LEFT JOIN phrase board_name ON board_name.id = g.board_name
LEFT JOIN phrase charset ON charset.id = g.charset
LEFT JOIN phrase application ON application.id = g.application;

CREATE VIEW game_players AS
SELECT
  g.id AS game_id,
  seats.seat AS seat,
  CASE WHEN g.game = 1002 THEN NULL WHEN (seats.seat = 1) + (g.swap IS 'sides') + (g.flags & 16 <> 0) IN (1, 3) THEN 'B' ELSE 'W' END AS color,
  n.written AS name,
  COALESCE(seated.name, named.name, n.written) AS person,
  COALESCE(rank.written, extra_rank.written) AS rank,
  COALESCE(CASE seats.seat WHEN 1 THEN g.black_rating WHEN 2 THEN g.white_rating END, extra.rating) AS rating,
  team.written AS team,
  extra.is_computer AS is_computer,
  CASE seats.seat WHEN 1 THEN g.seat1_score WHEN 2 THEN g.seat2_score ELSE extra.score END AS score,
  CASE WHEN g.winner = 3 THEN 'draw'
    WHEN g.winner IN (1, 2) THEN CASE WHEN g.winner = seats.seat THEN 'win' ELSE 'loss' END
    WHEN g.winner IN (6, 7) THEN CASE WHEN g.winner - 3 = seats.seat THEN 'win' ELSE 'loss' END
    END AS outcome
FROM game g
JOIN source ON source.id = g.source_id AND source.hidden = 0
JOIN (SELECT 1 AS seat UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) seats
LEFT JOIN seat extra ON extra.game_id = g.id AND extra.seat = seats.seat
LEFT JOIN name n ON n.id = CASE seats.seat WHEN 1 THEN g.black WHEN 2 THEN g.white ELSE extra.name END
LEFT JOIN alias ON alias.kind = 1 AND alias.normal = n.normal
LEFT JOIN person named ON named.id = alias.person_id
LEFT JOIN seat_person ON seat_person.game_id = g.id AND seat_person.seat = seats.seat
LEFT JOIN person seated ON seated.id = seat_person.person_id
LEFT JOIN phrase rank ON rank.id = CASE seats.seat WHEN 1 THEN g.black_rank WHEN 2 THEN g.white_rank END
LEFT JOIN phrase extra_rank ON extra_rank.id = extra.rank
LEFT JOIN phrase team ON team.id = extra.team
WHERE seats.seat <= 2 OR extra.seat IS NOT NULL;

CREATE VIEW properties AS
SELECT g.id AS game_id, json_extract(pair.value, '$[0]') AS ident, json_extract(pair.value, '$[1]') AS value
FROM game g
JOIN source ON source.id = g.source_id AND source.hidden = 0
JOIN phrase p ON p.id = g.properties
JOIN json_each(p.written) pair;

CREATE VIEW problems AS
SELECT p.game_id AS game_id, p.ply AS ply, k.name AS kind, p.offset AS offset, p.message AS message
FROM problem p
JOIN game g ON g.id = p.game_id
JOIN source ON source.id = g.source_id AND source.hidden = 0
JOIN problem_kind k ON k.kind = p.kind;

CREATE VIEW records AS
SELECT r.id AS id, s.name AS source, NULLIF(m.name, '') AS member, r.offset AS offset, r.length AS length,
  lower(hex(r.hash)) AS record_hash, r.reject_kind IS NOT NULL AS rejected
FROM record r
JOIN member m ON m.id = r.member_id
JOIN source s ON s.id = m.source_id AND s.hidden = 0;

CREATE VIEW rejects AS
SELECT s.name AS source, NULLIF(m.name, '') AS member, r.offset AS offset, r.length AS length, k.name AS kind,
  r.reject_message AS message, r.id AS record_id
FROM record r
JOIN member m ON m.id = r.member_id
JOIN source s ON s.id = m.source_id AND s.hidden = 0
JOIN problem_kind k ON k.kind = r.reject_kind
WHERE r.reject_kind IS NOT NULL;

CREATE VIEW sources AS
SELECT id, name AS source, bytes, CASE state WHEN 1 THEN 'loading' WHEN 2 THEN 'done' ELSE 'damaged' END AS state,
  damaged_at, records, games, rejects, junk_bytes, damage, members, skipped_members, removed, record_bytes,
  stream_bytes, branches_left_out, variations, added_at, finished_at
FROM source WHERE hidden = 0;
