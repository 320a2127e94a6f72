/** Reads the addresses and options of `init`. The config's own rules decide what is right. */

import type { Config } from '../../lambda/core/config/config';
import { parseConfig } from '../../lambda/core/config/parse/parse-config';
import { escapeVariables } from '../../lambda/core/config/parse/variables';
import { hideCredentials, shorten } from '../../lambda/core/words/shown-value';
import { UserError } from '../input/user-error';
import { firstReceivers, type NewReceiver, type ReceiverOptions, receiverVariables } from './first-receivers';

export interface InitOptions extends ReceiverOptions {
  readonly cdk?: boolean;
  readonly keepFailing?: boolean;
  readonly name?: string;
  readonly region?: string;
  readonly email?: string;
}

export interface NewDeployment {
  /** The keys of the new file other than its services. */
  readonly keys: object;
  readonly receivers: readonly NewReceiver[];
  /** A service for each address, which is not checked yet. */
  readonly draft: Config;
}

/** `words` are addresses. Throws a `UserError` with all faults. It shows no credentials. */
export function readOptions(options: InitOptions, words: readonly string[], name: string): NewDeployment {
  const addresses = [...new Set(words.map(withoutStatus))];
  if (addresses.length === 0)
    throw new UserError('name the addresses of your services, such as statuswatch init https://user.company.com');
  const receivers = firstReceivers(options, options.cdk);
  const { region, email } = options;
  const alerts = {
    ...(email !== undefined && { subscriptions: [{ email }] }),
    ...(receivers.length > 0 && { receivers: receivers.map(({ kind, settings }) => ({ id: kind, [kind]: settings })) }),
  };
  const keys = {
    name: options.name ?? name,
    ...(region !== undefined && { deploy: { region } }),
    ...(Object.keys(alerts).length > 0 && { alerts }),
  };
  const services = addresses.map((address, index) => ({ id: `s${index}`, baseUrl: escapeVariables(address) }));
  const result = parseConfig({
    file: '',
    text: JSON.stringify({ ...keys, services }),
    environment: receiverVariables(receivers),
    readCa: () => '',
    probing: 'all',
    notifying: true,
  });
  if (result.ok) return { keys, receivers, draft: result.config };
  const faults = result.faults.map(({ key, holds, expected }) => {
    const address = addresses[Number(/^services\[(\d+)\]/.exec(key)?.[1])];
    if (address !== undefined) return `${JSON.stringify(shorten(hideCredentials(address)))}: ${expected}`;
    const receiver = receivers[Number(/^alerts\.receivers\[(\d+)\]/.exec(key)?.[1])];
    return receiver === undefined ? `${key} is ${holds}; ${expected}` : `--${receiver.kind}: ${expected}`;
  });
  throw new UserError(['nothing was written:', ...faults].join('\n  '));
}

/** The addresses in a text, separated by blanks or line breaks. Lines that begin with `#` are ignored. */
export function addressesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => !line.trimStart().startsWith('#'));
  return lines.flatMap((line) => line.split(/\s+/)).filter((word) => word !== '');
}

/** `localhost` or an IP address, which rarely has TLS. */
const IS_LOCAL = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?:[:/?#]|$)/i;

/**
 * Returns the address without `/status`, which is the default path, in the form of the URL standard. Without a scheme it means http:// for
 * `localhost` and IP addresses, otherwise https://. With a query it stays as it is, and is refused.
 */
function withoutStatus(text: string): string {
  const scheme = IS_LOCAL.test(text) ? 'http' : 'https';
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${scheme}://${text}`;
  const url = parsedUrl(address);
  if (url === null) return address;
  if (url.search !== '') return url.href;
  // Removes a lone `?`.
  url.search = '';
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/status$/, '');
  return url.href.replace(/\/+$/, '');
}

/** `null` for a text that is no URL. `URL.canParse` of Node 20 refuses addresses such as https://münchen.de once it is compiled. */
function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
