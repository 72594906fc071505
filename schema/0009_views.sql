-- Views that cost what a query names: texts come from subqueries, so that a query pays only for the
-- columns that it uses, and a hidden source is looked up once per query, not once per row. The view
-- `games` follows from src/store/game_columns.cpp.

CREATE INDEX IF NOT EXISTS source_hidden ON source (id) WHERE hidden = 1;

DROP VIEW game_players;
CREATE VIEW game_players AS
SELECT
  g.id AS game_id,
  seats.seat AS seat,
  CASE WHEN g.game = 1002 THEN NULL
    WHEN (seats.seat = 1) + (g.swap IS 'sides') + (g.flags & 16 <> 0) IN (1, 3) THEN 'B' ELSE 'W' END AS color,
  n.written AS name,
  COALESCE(
    (SELECT p.name FROM seat_person JOIN person p ON p.id = seat_person.person_id
      WHERE seat_person.game_id = g.id AND seat_person.seat = seats.seat),
    (SELECT p.name FROM alias JOIN person p ON p.id = alias.person_id
      WHERE alias.kind = 1 AND alias.normal = n.normal),
    n.written) AS person,
  (SELECT written FROM phrase
    WHERE id = COALESCE(CASE seats.seat WHEN 1 THEN g.black_rank WHEN 2 THEN g.white_rank END, extra.rank)) AS rank,
  COALESCE(CASE seats.seat WHEN 1 THEN g.black_rating WHEN 2 THEN g.white_rating END, extra.rating) AS rating,
  CASE WHEN extra.team IS NOT NULL THEN (SELECT written FROM phrase WHERE id = extra.team) END AS team,
  extra.is_computer AS is_computer,
  CASE seats.seat WHEN 1 THEN g.seat1_score WHEN 2 THEN g.seat2_score ELSE extra.score END AS score,
  CASE WHEN g.winner = 3 THEN 'draw'
    WHEN g.winner IN (1, 2) THEN CASE WHEN g.winner = seats.seat THEN 'win' ELSE 'loss' END
    WHEN g.winner IN (6, 7) THEN CASE WHEN g.winner - 3 = seats.seat THEN 'win' ELSE 'loss' END
    END AS outcome
FROM game g
JOIN (SELECT 1 AS seat UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) seats
LEFT JOIN seat extra ON extra.game_id = g.id AND extra.seat = seats.seat
LEFT JOIN name n ON n.id = CASE seats.seat WHEN 1 THEN g.black WHEN 2 THEN g.white ELSE extra.name END
WHERE (seats.seat <= 2 OR extra.seat IS NOT NULL)
  AND g.source_id NOT IN (SELECT id FROM source WHERE hidden = 1);

DROP VIEW properties;
CREATE VIEW properties AS
SELECT g.id AS game_id, json_extract(pair.value, '$[0]') AS ident, json_extract(pair.value, '$[1]') AS value
FROM game g
JOIN phrase p ON p.id = g.properties
JOIN json_each(p.written) pair
WHERE g.source_id NOT IN (SELECT id FROM source WHERE hidden = 1);

DROP VIEW problems;
CREATE VIEW problems AS
SELECT p.game_id AS game_id, p.ply AS ply, (SELECT name FROM problem_kind WHERE kind = p.kind) AS kind,
  p.offset AS offset, p.message AS message
FROM problem p
JOIN game g ON g.id = p.game_id
WHERE g.source_id NOT IN (SELECT id FROM source WHERE hidden = 1);
