-- Takes back what was stored and is not known. The last day of games whose day is that on which their
-- event opened (flag 32): date_precision is 5, `since`. Time limits that were taken for minutes
-- (problem 110, which is no more). Packed rows of these games are read from the tables until `ludex
-- compact` packs them again.

UPDATE game SET date_to = NULL, date_precision = 5 WHERE flags & 32;
DELETE FROM row_block WHERE id IN (SELECT (id - 1) / 32 FROM game WHERE flags & 32);

UPDATE game SET time_limit_seconds = NULL WHERE id IN (SELECT game_id FROM problem WHERE kind = 110);
DELETE FROM row_block WHERE id IN (SELECT (game_id - 1) / 32 FROM problem WHERE kind = 110);
DELETE FROM problem WHERE kind = 110;

DROP VIEW games;
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
  CASE g.date_precision WHEN 1 THEN 'day' WHEN 2 THEN 'month' WHEN 3 THEN 'year' WHEN 4 THEN 'range'
    WHEN 5 THEN 'since' END
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
