/** The example in docs/reference/alerts.md: a mail. */

import { mailText, subjectOf } from '../lambda/core/message/forms/mail';
import { loadConfig } from '../local/input/load-config';
import { PREVIEWS, type Sample } from '../local/sample/previews';
import { sampleNotifications } from '../local/sample/sample-story';

/** The previews that the page shows. `statuswatch alerts --preview all` has the others. */
const SHOWN: readonly Sample[] = ['opened'];

/** Returns the sections of the page, about the first service in `configFile`. */
export async function exampleSections(configFile: string): Promise<string> {
  const config = loadConfig(configFile, 'none');
  const [service] = config.services;
  if (service === undefined) throw new Error(`${configFile} has no service`);
  const sections = SHOWN.map(async (name) => {
    const mails = await sampleNotifications(name, service, config);
    const texts = mails.map(
      (mail) => `Mail, with the subject \`${subjectOf(mail)}\`:\n\n\`\`\`text\n${mailText(mail)}\n\`\`\``,
    );
    return [`### ${PREVIEWS[name]}`, ...texts].join('\n\n');
  });
  return `${(await Promise.all(sections)).join('\n\n')}\n`;
}
