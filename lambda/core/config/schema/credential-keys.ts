/** The keys that say how the checker and a service prove to each other who they are: `auth` and `tls`. */

import * as z from 'zod';
import { compared } from '../../keys/compared';
import { noted } from '../../keys/notes';
import { isHttp, map, type Parsed, region, text, textOrSecret, url } from '../../keys/values';
import { reachOf } from '../addresses';
import { AUTH_KINDS } from '../auth';

/** Headers that belong to the connection or to the probe itself; another value would break the request. */
const RESERVED_HEADERS = /^(connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Visible Latin-1 with inner blanks and tabs: all that node:http sends.
const HEADER_VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;
const headerText = z
  .string({ error: 'expected a text, in quotes if YAML would read it as something else, as in "20260101"' })
  .regex(HEADER_VALUE, { error: 'expected one line of Latin letters and signs, without spaces at its start or end' });
export const headers = z
  .record(
    z
      .string()
      .regex(HEADER_NAME, { error: 'is not the name of a header; expected one such as Authorization' })
      .refine((name) => !RESERVED_HEADERS.test(name), {
        error: 'belongs to the connection, and the probe sets it itself; expected another header',
      }),
    textOrSecret(headerText),
    'expected a map of header names to texts',
  )
  .describe(
    'Request headers. A value may be { secret: NAME-OR-ARN, key: KEY }, or contain "${NAME}" for an environment variable.',
  );

/** Visible ASCII, without a space at the start or the end. */
const CREDENTIAL = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const credential = (what: string, secrecy?: 'unwritten') =>
  textOrSecret(text(CREDENTIAL, `expected ${what}: one line of letters and signs`), secrecy);

/** The text of a fault of a value that is neither `none` nor a map; of a map, what is wrong in it says more. */
const AUTH_EXPECTED = 'expected none, or a map with one of basic, bearer, oauth2 and sigv4';

/** Source: RFC 7617, 2: "a user-id containing a colon character is invalid". User and password are sent as UTF-8. */
const userText = z.string({ error: 'expected the name of a user' }).regex(/^[^:\p{Cc}]+$/u, {
  error: ({ input }) =>
    input === '' ? 'expected the name of a user: this one is empty' : 'expected the name of a user, without a colon',
});
const passwordText = z
  .string({ error: 'expected a password, in quotes if YAML would read it as something else' })
  .regex(/^\P{Cc}+$/u, {
    error: ({ input }) => (input === '' ? 'expected a password: this one is empty' : 'expected a password on one line'),
  });

const basic = map(
  {
    user: textOrSecret(userText).describe('The user name.'),
    password: textOrSecret(passwordText, 'unwritten').describe(
      'The password: { secret: NAME-OR-ARN, key: KEY }, or "${NAME}".',
    ),
  },
  'expected a map with the keys user and password',
).describe('A name and a password (HTTP Basic).');

/**
 * Source: RFC 6749, 3.2: "Since requests to the token endpoint result in the transmission of clear-text credentials (in the HTTP request and
 * response), the authorization server MUST require the use of TLS". On this machine nobody is in between.
 */
const tokenUrl = url(
  'expected the address of a token endpoint, such as https://login.company.com/oauth2/token, without user name and fragment',
  (value) => isHttp(value) && /^[^#@]*$/.test(value.href),
).refine((value) => !URL.canParse(value) || new URL(value).protocol !== 'http:' || reachOf(value) === 'self', {
  error: 'expected an https:// address: http:// is only for this machine, such as localhost',
});

const oauth2 = map(
  {
    tokenUrl: noted(tokenUrl, { address: 'whole' }).describe('The address of the token server.'),
    clientId: credential('the id of a client').describe('The client id.'),
    clientSecret: credential('the secret of a client', 'unwritten').describe(
      'The client secret: { secret: NAME-OR-ARN, key: KEY }, or "${NAME}".',
    ),
    // Source: RFC 6749, 3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ), with spaces between them.
    scope: text(
      /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/,
      'expected scopes with a space between them, such as status.read',
    )
      .optional()
      .describe('The scope, if the server needs one.'),
    audience: text(CREDENTIAL, 'expected an audience, such as https://api.company.com')
      .optional()
      .describe('The audience, if the server needs one.'),
  },
  'expected a map with the keys tokenUrl, clientId and clientSecret',
).describe('An OAuth 2.0 access token (client credentials grant).');

const sigv4 = map(
  {
    service: text(/^[a-z0-9-]{1,64}$/, 'expected the name of a service in signatures, such as execute-api').describe(
      'The AWS service: execute-api, lambda, vpc-lattice-svcs or es.',
    ),
    region: region.describe('The region to sign for.'),
    resource: text(
      /^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]+:\d{12}:[\x21-\x29\x2b-\x7e]{1,170}$/,
      'expected the ARN of the resource, such as arn:aws:lambda:eu-central-1:123456789012:function:NAME',
    )
      .optional()
      .describe("The ARN of the resource that the checker's role may call. Not needed for an API at its own address."),
  },
  'expected a map with the keys service and region',
).describe("AWS Signature V4, with the checker's role or, on a laptop, your profile.");

const authKinds = {
  basic: basic.optional(),
  bearer: credential('a token', 'unwritten')
    .optional()
    .describe('A token: { secret: NAME-OR-ARN, key: KEY }, or "${NAME}".'),
  oauth2: oauth2.optional(),
  sigv4: sigv4.optional(),
};

const oneKind = (error: string) =>
  compared(map(authKinds, error), (_, report, { given }) => {
    const [first, ...others] = AUTH_KINDS.filter((kind) => given.includes(kind));
    if (given.length === 0) report([], `expected one of ${AUTH_KINDS.join(', ')} in it`);
    for (const kind of others) {
      report([kind], `is not allowed: auth can have only one kind; this one already has ${first}`, 'key');
    }
  });

export const auth = z
  .union([z.literal('none'), oneKind(AUTH_EXPECTED)], { error: AUTH_EXPECTED })
  .describe('The credentials of requests; none at a service removes the common ones.');

export type AuthKeys = Parsed<typeof auth>;

/** The `auth` of a receiver. It has no `none`, since a receiver inherits no credentials. */
export const receiverAuth = oneKind('expected a map with one of basic, bearer, oauth2 and sigv4').describe(
  'Credentials, as for a service.',
);

/** The `headers` of a receiver. */
export const receiverHeaders = headers.optional().describe('Request headers, as for a service.');

const CERT_EXPECTED = 'expected a certificate in PEM form: -----BEGIN CERTIFICATE-----';
const KEY_EXPECTED = 'expected a private key in PEM form: -----BEGIN PRIVATE KEY-----';
const pem = (label: RegExp, expected: string, file: string, secrecy?: 'unwritten') =>
  textOrSecret(
    z
      .string({ error: ({ input }) => (input === undefined ? `${expected}, or ${file} with its path` : expected) })
      .regex(label, { error: expected }),
    secrecy,
  );
/** The file is read before the keys are: a config has its text under the other key. */
const pemFile = (what: string) => z.string().optional().describe(`${what} as a PEM file, relative to this config.`);

const clientKeys = map(
  {
    cert: pem(/-----BEGIN CERTIFICATE-----/, CERT_EXPECTED, 'certFile').describe(
      'The certificate in PEM, followed by its intermediates.',
    ),
    key: pem(/-----BEGIN [A-Z ]*PRIVATE KEY-----/, KEY_EXPECTED, 'keyFile', 'unwritten').describe(
      'The private key: { secret: NAME-OR-ARN, key: KEY }, or "${NAME}".',
    ),
    certFile: pemFile('The certificate'),
    keyFile: pemFile('The private key'),
    passphrase: textOrSecret(passwordText, 'unwritten').optional().describe('The passphrase, if the key has one.'),
  },
  'expected a map with the keys cert or certFile, and key or keyFile',
).describe('The client certificate for mutual TLS. The services need https:// addresses.');

type ClientInput = z.input<typeof clientKeys>;

/** A config may have `certFile` and `keyFile` in place of `cert` and `key`. */
export const client = clientKeys as z.ZodType<
  z.output<typeof clientKeys>,
  { [Key in keyof ClientInput]?: ClientInput[Key] | undefined }
>;

const caFile = z.string({ error: 'expected the path of a PEM file, from the folder of this config' });
export const tls = compared(
  map(
    {
      caFile: noted(caFile, { file: 'authority' })
        .optional()
        .describe('A PEM file with a private authority, trusted in addition to public ones.'),
      client: client.optional(),
    },
    'expected a map with the keys caFile, client or both',
  ),
  (_, report, { given }) => {
    if (given.length === 0) report([], 'expected the keys caFile, client or both in it');
  },
).describe('Certificates.');

export type TlsKeys = Parsed<typeof tls>;
