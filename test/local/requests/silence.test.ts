/** What `statuswatch silence` writes on a narrow terminal. */

import { PassThrough } from 'node:stream';
import { silence } from '../../../local/requests/silence';
import { temporaryFolder } from '../../support/command-line';

const folder = temporaryFolder();

it('the command that ends it is one line however narrow the terminal is, and all else is wrapped', async () => {
  const config = folder.write(
    'shop.yaml',
    'name: shop\nservices:\n  - { id: user-service, baseUrl: "http://127.0.0.1:1" }\n',
  );
  const stream = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 40 });
  const [out, err] = [stream(), stream()] as unknown as [NodeJS.WriteStream, NodeJS.WriteStream];
  const options = { config, state: folder.file('a long name'), for: '2h', all: true };
  const interrupted = new AbortController().signal;
  expect(await silence(options, { out, err, color: false, interrupted }, [])).toBe(0);
  const lines = String((out as unknown as PassThrough).read())
    .trimEnd()
    .split('\n');
  expect(lines.pop()).toMatch(
    new RegExp(
      `^  To end it before: npx statuswatch unsilence [a-z0-9]{6} --config ${config} --state '.*a long name'$`,
    ),
  );
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
});
