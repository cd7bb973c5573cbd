// One session of a TypeScript client: list, call, a refused call, an unknown tool, a cancelled query, a missing scope.
// It takes one JSON argument {client, url, token, limited} or {client, command} and ends with 0 when all is as it
// should be.
import assert from 'node:assert/strict';

const given = JSON.parse(process.argv[2]);

async function connect(token) {
  const info = {name: 'vitrine-test', version: '1'};
  const headers = token ? {Authorization: `Bearer ${token}`} : {};
  let client, http, stdio;
  if (given.client === 'v1') {
    const {Client} = await import('@modelcontextprotocol/sdk/client/index.js');
    ({StreamableHTTPClientTransport: http} = await import('@modelcontextprotocol/sdk/client/streamableHttp.js'));
    ({StdioClientTransport: stdio} = await import('@modelcontextprotocol/sdk/client/stdio.js'));
    client = new Client(info);
  } else {
    let Client;
    ({Client, StreamableHTTPClientTransport: http} = await import('@modelcontextprotocol/client'));
    ({StdioClientTransport: stdio} = await import('@modelcontextprotocol/client/stdio'));
    const mode = {'v2 legacy': 'legacy', 'v2 auto': 'auto', 'v2 modern': {pin: '2026-07-28'}}[given.client];
    client = new Client(info, {versionNegotiation: {mode}});
  }
  const transport = given.url
    ? new http(new URL(given.url), {requestInit: {headers}})
    : new stdio({command: given.command[0], args: given.command.slice(1), env: process.env, stderr: 'inherit'});
  await client.connect(transport);
  return client;
}

// call hides that v1 takes the options third and v2 second.
const call = (client, name, args, options = {}) => given.client === 'v1'
  ? client.callTool({name, arguments: args}, undefined, options)
  : client.callTool({name, arguments: args}, options);

const client = await connect(given.token);
const {tools} = await client.listTools();
const names = tools.map(t => t.name);
assert.ok(names.includes('substrate_read') && names.includes('fleet_show'), names.join());

let result = await call(client, 'substrate_read', {sql: 'SELECT count(*) AS n FROM orders', source: 'shop'});
assert.ok(!result.isError, JSON.stringify(result));
assert.deepEqual(result.structuredContent.rows, [[500]]);

result = await call(client, 'substrate_read', {sql: 'DELETE FROM orders', source: 'shop'});
assert.equal(result.isError, true);
assert.match(result.content[0].text, /"code":"statement_not_allowed"/);

await assert.rejects(call(client, 'substrate_reed', {}), error => {
  assert.equal(error.code, -32602);
  assert.match(error.message, /unknown tool "substrate_reed": there are .*substrate_read/);
  return true;
});

// The cancelled query must not hold what the next one needs: they have one connection.
const bomb = 'WITH t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT count(*) FROM t';
// Of three tries the quickest counts: a busy machine may hold one up.
let least = Infinity;
for (let n = 0; n < 3 && least >= 3000; n++) {
  for (let i = 0; i < 4; i++) {
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 150);
    await assert.rejects(call(client, 'substrate_read', {sql: bomb, source: 'shop'}, {signal: giveUp.signal}));
  }
  const began = Date.now();
  result = await call(client, 'substrate_read', {sql: 'SELECT 1', source: 'shop'});
  if (n < 2 && result.isError) continue; // it waited for its whole time
  assert.deepEqual(result.structuredContent.rows, [[1]]);
  least = Math.min(least, Date.now() - began);
}
assert.ok(least < 3000, `the cancelled queries went on: ${least} ms`);
await client.close();

if (given.limited) {
  const limited = await connect(given.limited);
  const few = (await limited.listTools()).tools.map(t => t.name);
  assert.ok(!few.includes('fleet_show'), few.join());
  await assert.rejects(call(limited, 'fleet_show', {}), error => {
    assert.match(`${error.code} ${error.message}`, /403|scope|data classes/);
    return true;
  });
  await limited.close();
  await assert.rejects(connect('wrong'));
}
console.log('done');
process.exit(0);
