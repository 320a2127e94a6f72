/** The pictures of the public page, read from files. */

import { loadConfig } from '../../../local/input/load-config';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();

function faultOf(logo: string): string {
  const page = `statusPage: { title: A, url: "https://a.test/", logo: ${logo}, services: [{ id: a, name: A }] }`;
  const file = folder.write('page.yaml', `${page}\nservices: [{ id: a, baseUrl: "https://a.internal" }]\n`);
  try {
    loadConfig(file, 'none');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

it('tells to write slashes in a path with backslashes', () => {
  expect(faultOf('sub\\logo.png')).toContain('there is no such file; write "/" between folders, not "\\"');
});
