-- The view of a database that is not trusted may call only functions that SQLite calls innocuous. Up to SQLite 3.40
-- json_extract() is not among them, json_each() is.

DROP VIEW properties;
CREATE VIEW properties AS
SELECT g.id AS game_id, ident.value AS ident, content.value AS value
FROM game g
JOIN phrase p ON p.id = g.properties
JOIN json_each(p.written) pair
JOIN json_each(pair.value) ident ON ident.key = 0
JOIN json_each(pair.value) content ON content.key = 1
WHERE g.source_id NOT IN (SELECT id FROM source WHERE hidden = 1);
