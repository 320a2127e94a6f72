/** Commands to paste lead to the same checker, through a shell too. */

import { execFileSync } from 'node:child_process';
import { pasteCommand } from '../../../local/requests/paste-command';

const USUAL = { config: 'statuswatch.yaml', state: '.statuswatch' };

it.each([
  [USUAL, 'npx statuswatch unsilence k3x9a2'],
  [{ ...USUAL, config: 'shop.yaml' }, 'npx statuswatch unsilence k3x9a2 --config shop.yaml'],
  [
    { config: '/etc/shop.yaml', state: '/var/my state' },
    "npx statuswatch unsilence k3x9a2 --config /etc/shop.yaml --state '/var/my state'",
  ],
  [{ ...USUAL, state: '-x' }, 'npx statuswatch unsilence k3x9a2 --state=-x'],
  [{ ...USUAL, config: 'other.yaml', deployed: 'shop' }, 'npx statuswatch unsilence k3x9a2 --deployed shop'],
  [
    { ...USUAL, deployed: 'shop', region: 'eu-central-1' },
    'npx statuswatch unsilence k3x9a2 --deployed shop --region eu-central-1',
  ],
])('%j', (options, command) => {
  expect(pasteCommand(['unsilence', 'k3x9a2'], options)).toBe(command);
});

(process.platform === 'win32' ? it.skip : it)('a shell reads each value back as it is', () => {
  const state = 'it\'s $HOME; `id` & "all"';
  const command = pasteCommand(['silence'], { ...USUAL, state }).replace(/^npx statuswatch/, 'printf "%s\\n"');
  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe(`silence\n--state\n${state}\n`);
});
