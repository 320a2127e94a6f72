/** Answers that are not quite HTTP, or not HTTP at all: the message names the header at fault, or what the server speaks. */

import { ask, reportText } from '../../../support/http/asking';
import { makeCertificates } from '../../../support/http/certificates';
import { startAnswering, startHttp, startHttp2, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();

async function messageOf(sent: Buffer | string): Promise<string> {
  const server = await using(startAnswering((socket) => socket.end(sent)));
  return (await ask(server.url(), { timeoutMs: 20_000 })).verdict.message;
}

const headed = (...headers: string[]) => `HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n{}`;

it.each([
  ['two lengths', headed('Content-Length: 2', 'Content-Length: 2'), 'Content-Length'],
  ['a length beside chunks', headed('Transfer-Encoding: chunked', 'Content-Length: 2'), 'Content-Length'],
  ['chunks beside a length', headed('Content-Length: 2', 'Transfer-Encoding: chunked'), 'Transfer-Encoding'],
  ['a length that is no number', headed('Content-Length: abc'), 'Content-Length'],
  ['a blank in a name', headed('X-A: 1', 'X Bad: 1'), '(header X Bad)'],
  ['a control character', headed('X-A: 1', 'X-Bad: a\x01b'), '(header X-Bad)'],
  ['a folded header', headed('X-A: 1', 'X-Bad: a', ' b'), '(header X-Bad)'],
  ['a lone line break', headed('X-A: 1', 'X-Bad: a\rX-C: b'), '(header X-Bad)'],
])('a faulty header is named: %s', async (_, sent, named) => {
  const message = await messageOf(sent);
  expect(message).toMatch(/^answer is faulty HTTP \(/);
  expect(message).toContain(named);
});

it.each([
  ['HTTP/2', Buffer.from('000012040000000000000300000080000400010000000500ffffff', 'hex'), ': it speaks HTTP/2 only'],
  ['a TLS alert', Buffer.from('15030100020246', 'hex'), ': it speaks TLS: use https://'],
  ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n', ': it speaks SSH'],
  ['SMTP', '220 mail.internal ESMTP\r\n', ': it speaks SMTP or FTP'],
])('another protocol is named: %s', async (_, sent, named) => {
  const message = await messageOf(sent);
  expect(message).toMatch(/^answer is not HTTP \(/);
  expect(message).toContain(named);
});

it('bytes of no known protocol are reported only as not HTTP', async () => {
  expect(await messageOf('<html>hello</html>')).toMatch(/^answer is not HTTP \((?!.*it speaks)/);
});

// The texts of nginx (ngx_http_special_response.c), Go (net/http/server.go), Apache (modules/ssl) and Tomcat (NioEndpoint).
it.each([
  '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>',
  'Client sent an HTTP request to an HTTPS server.\n',
  "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
  'Bad Request\r\nThis combination of host and port requires TLS.\r\n',
])('plain HTTP to a port for TLS is reported: %s', async (body) => {
  const server = await using(startHttp((_request, response) => response.writeHead(400).end(body)));
  const { verdict } = await ask(server.url(), { timeoutMs: 20_000 });
  expect(verdict).toMatchObject({
    reason: 'http_400',
    message: 'HTTP 400 to plain HTTP: it speaks TLS, use https://',
  });
});

it('a server that speaks only HTTP/2 is reported', async () => {
  const { ca, valid } = await makeCertificates();
  const server = await using(startHttp2(valid));
  const { verdict } = await ask(server.url(), { ca });
  expect(verdict).toMatchObject({ reason: 'http_403', message: 'HTTP 403: it speaks HTTP/2 only' });
});

it.each([
  ['content-encoding', 'zstd', 'HTTP 200 in the content encoding "zstd", which was not requested'],
  ['content-type', 'application/json; charset=utf-16le', 'HTTP 200 in the charset utf-16le; JSON is UTF-8'],
])('an unreadable answer is reported with the reason: %s %s', async (name, value, message) => {
  const body = Buffer.from(reportText(), 'utf16le');
  const server = await using(startHttp((_request, response) => response.writeHead(200, { [name]: value }).end(body)));
  const { verdict } = await ask(server.url(), { timeoutMs: 20_000 });
  expect(verdict).toMatchObject({ reason: 'not_json', message });
});

it.each([
  ['content-encoding', 'none'],
  ['content-type', 'application/json; charset=latin1'],
])('a readable answer counts, whatever its header says: %s %s', async (name, value) => {
  const server = await using(
    startHttp((_request, response) => response.writeHead(200, { [name]: value }).end(reportText())),
  );
  expect((await ask(server.url(), { timeoutMs: 20_000 })).verdict.reason).toBe('ok');
});
