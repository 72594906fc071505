// Today's ClickHouse (npm's `chdb`, the engine in this process) behind the HTTP interface that
// `ludex publish` speaks to. For publish_today.py; prints its port.
// usage: NODE_PATH=FOLDER_WITH_CHDB node today.cjs FOLDER

const fs = require("fs");
const http = require("http");
const path = require("path");
const { Session } = require("chdb");

const folder = process.argv[2];
const session = new Session(path.join(folder, "data"));
session.query("SET max_query_size = 67108864, max_ast_elements = 50000000, max_expanded_ast_elements = 50000000");
const block = path.join(folder, "block.native");

const output = path.join(folder, "answer.native");

function answer(statement, body, format) {
  if (statement) {
    // There is no body beside a statement in the process: the block goes through a file.
    fs.writeFileSync(block, body);
    const table = /^INSERT INTO (\S+) FORMAT Native$/.exec(statement)[1];
    return session.query(`INSERT INTO ${table} FROM INFILE '${block}' FORMAT Native`);
  }
  if (format !== "Native") return session.query(body.toString(), "TabSeparated");
  // In the process answers are text; bytes go through a file, which no rows may leave out.
  fs.rmSync(output, { force: true });
  session.query(`${body} INTO OUTFILE '${output}' FORMAT Native`);
  return fs.existsSync(output) ? fs.readFileSync(output) : "";
}

const server = http.createServer((request, response) => {
  const pieces = [];
  request.on("data", (piece) => pieces.push(piece));
  request.on("end", () => {
    const asked = new URL(request.url, "http://localhost").searchParams;
    try {
      response.end(answer(asked.get("query"), Buffer.concat(pieces), asked.get("default_format")));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error.message ?? error));
    }
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
