/** Maps Node's error codes to the reasons of an unreachable service (docs/reference/runbook.md), or to a failure of the checker itself. */

import { closeSync, openSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { devNull } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import type { NetworkReason } from '../../core/words/codes';
import { EMPTY_RECORDS } from './tls-connection';

type NodeError = NodeJS.ErrnoException & {
  readonly errors?: readonly NodeJS.ErrnoException[];
  readonly address?: string;
  /** The bytes that llhttp was parsing, and how many it had parsed. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
};

const BY_CODE: Readonly<Record<string, NetworkReason>> = {
  ENOTFOUND: 'dns_failure',
  ENODATA: 'dns_failure',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'timeout_connect',
  CERT_HAS_EXPIRED: 'tls_certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_certificate_host',
  HOSTNAME_MISMATCH: 'tls_certificate_host',
  // OpenSSL found a fault that Node has no name for, such as a name that the authority may not sign.
  UNSPECIFIED: 'tls_certificate_untrusted',
  EPROTO: 'tls_handshake',
};

/**
 * The codes of an error when no file, port or memory is left for a connection: man pages socket(2), connect(2), getaddrinfo(3).
 * Another prober could have connected, so such an error proves nothing about the service.
 */
const OWN_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'EAGAIN', 'EAI_MEMORY']);

/** Whether there is no route. Where IPv6 is off, Linux gives EADDRNOTAVAIL for any IPv6 address; for IPv4 it means that all ports are in use. */
function isWithoutRoute({ code = '', address = '' }: NodeError): boolean {
  return code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || (code === 'EADDRNOTAVAIL' && isIPv6(address));
}

function isOwn(error: NodeError): boolean {
  return OWN_CODES.has(error.code ?? '') && !isWithoutRoute(error);
}

// OpenSSL's verification results as Node names them (X509_V_ERR_…).
const UNTRUSTED = /^(CERT_|CRL_|INVALID_|PATH_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|ERROR_IN_CERT)/;

/** Returns the reason for an error from node:http, node:https, node:net or node:tls. */
export function failureReason(error: NodeError, hadResponse: boolean): NetworkReason {
  const code = primary(error).code ?? '';
  if (code.startsWith('HPE_') || code === EMPTY_RECORDS) return 'malformed_response';
  if (hadResponse) return 'truncated_response';
  const known = BY_CODE[code];
  if (known) return known;
  if (code.startsWith('EAI_')) return 'dns_failure';
  if (UNTRUSTED.test(code)) return 'tls_certificate_untrusted';
  if (/^ERR_(SSL|TLS)_/.test(code)) return 'tls_handshake';
  return 'network_unreachable';
}

/**
 * The system's own code, such as `ECONNREFUSED`; `null` if the error has none. For an alert during the handshake, Node reports
 * `EPROTO` if it was writing; this returns the code that it reports while reading, such as `ERR_SSL_TLSV1_ALERT_UNKNOWN_CA`.
 */
export function failureCode(error: NodeError): string | null {
  const { code = null, message } = primary(error);
  const alert = code === 'EPROTO' ? OPENSSL_ALERT.exec(message)?.[1] : undefined;
  return alert === undefined ? code : `ERR_SSL_${alert.toUpperCase().replaceAll(' ', '_')}`;
}

/** Returns why the checker itself could not send the request; `null` if the error is the target's. */
export function ownFailure(error: NodeError): string | null {
  const failed = primary(error);
  const { code = '', errno = 0 } = failed;
  if (isOwn(failed)) return [code, getSystemErrorMap().get(errno)?.[1] ?? []].flat().join(': ');
  // If the C library can't open a file, it reports that the name does not exist.
  return failureReason(error, false) === 'dns_failure' ? lackOfFiles() : null;
}

function lackOfFiles(): string | null {
  try {
    closeSync(openSync(devNull, 'r'));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the system's error in a few words, for people. `showsClient` is whether a client certificate was available. */
export function failureDetail(error: NodeError, showsClient = false): string {
  const { code, message, address, port } = primary(error) as NodeError & { readonly port?: number };
  const reason = OPENSSL_LINE.exec(message)?.[1];
  if (reason !== undefined) return `${code ?? 'TLS'}, ${reason}${meaningOf(reason, showsClient)}`;
  if (address !== undefined && code !== undefined) return `${code} ${address}${port === undefined ? '' : `:${port}`}`;
  const said = code === undefined || message.includes(code) ? message : `${code}: ${message}`;
  return said + bytesMeaning(primary(error));
}

/** The bytes that other protocols begin with, in hex. Sources: RFC 9113, 6.5; RFC 8446, 6; RFC 4253, 4.2; RFC 5321, 4.2. */
const OTHER_PROTOCOLS: readonly (readonly [bytes: RegExp, name: string])[] = [
  [/^.{6}04..0{8}/, 'HTTP/2 only'],
  [/^1503/, 'TLS: use https://'],
  [/^5353482d/, 'SSH'],
  [/^3232302[0d]/, 'SMTP or FTP'],
];

/** The meaning of bytes that are not HTTP: the protocol that they are in, or the header at fault. */
function bytesMeaning({ code, rawPacket, bytesParsed = 0 }: NodeError): string {
  const protocol = OTHER_PROTOCOLS.find(([bytes]) => bytes.test(rawPacket?.toString('hex', 0, 9) ?? ''))?.[1];
  if (protocol) return `: it speaks ${protocol}`;
  if (!/_HEADER_|_[CL][RF]_/.test(code ?? '')) return '';
  const text = rawPacket?.toString('latin1') ?? '';
  const [name = ''] = text.slice(text.lastIndexOf('\n', bytesParsed - 2) + 1).split(/[:\r\n]/, 1);
  return name === '' || name.startsWith('HTTP/') ? '' : ` (header ${name})`;
}

// `80EC48…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/…:350:` (ERR_error_string(3)).
const OPENSSL_LINE = /:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;
const OPENSSL_ALERT = /:error:[\dA-F]+:[^:]*:[^:]*:((?:sslv3|tlsv1|tlsv13|ssl\/tls) alert [^:]+):/;

/**
 * The meaning of a TLS alert about the client certificate.
 * Sources: RFC 8446, 6.2, whose sentences the test quotes; OpenSSL, ssl/statem/statem_lib.c, `x509table`, for a wrong purpose and a
 * certificate that is not valid yet.
 */
const REFUSALS: readonly (readonly [reason: RegExp, meaning: string])[] = [
  [/alert certificate required/, 'it does not accept this kind of key in the client certificate'],
  [/alert certificate expired/, 'by its clock the client certificate has expired'],
  [/alert certificate revoked/, 'the client certificate has been revoked'],
  [/alert unknown ca/, 'it does not trust the authority of the client certificate, or the chain is incomplete'],
  [/alert unsupported certificate/, 'it does not accept this client certificate: was it issued for TLS clients?'],
  [
    /alert bad certificate/,
    'it refuses the client certificate, which may be damaged, not valid yet by its clock, or from an authority that it does not know',
  ],
  [/alert certificate unknown/, 'it refuses the client certificate, and does not say why'],
  [/alert access denied/, 'the client certificate is valid, but has no access'],
];

/** The meanings of OpenSSL's reasons. Reasons that are clear by themselves are left out. */
const MEANINGS: readonly (readonly [reason: RegExp, meaning: string])[] = [
  [/wrong version number|http request|packet length too long|record layer failure/, 'the server does not speak TLS'],
  [/protocol version|unsupported protocol/, 'there is no TLS version in common'],
  // RFC 8446, 6.2: "the sender was unable to negotiate an acceptable set of security parameters".
  [
    /handshake failure/,
    'it accepts none of the versions and ciphers offered (DHE never is), or requires a client certificate, see tls.client',
  ],
  [/unrecognized name/, 'it has no certificate for this name'],
  [/alert internal error/, 'it had an internal error'],
  [/unexpected eof/, 'it closed the connection during the handshake'],
  [/key too small|too weak/, 'its key is too weak'],
];

function meaningOf(text: string, showsClient: boolean): string {
  const refusal = REFUSALS.find(([reason]) => reason.test(text))?.[1];
  const meaning =
    refusal === undefined ? MEANINGS.find(([reason]) => reason.test(text))?.[1] : refused(refusal, showsClient);
  return meaning === undefined ? '' : `: ${meaning}`;
}

/** Servers that were shown no certificate send other alerts than `certificate_required` too. */
function refused(refusal: string, showsClient: boolean): string {
  return showsClient ? refusal : 'it requires a client certificate, see tls.client';
}

/**
 * Picks the most telling of the failures of several addresses: first a failure of an address, such as a refusal; then a failure of
 * the checker's own; then a missing route.
 */
function primary(error: NodeError): NodeError {
  const errors = error.errors ?? [];
  const routed = errors.filter((failure) => !isWithoutRoute(failure));
  return routed.find((failure) => !isOwn(failure)) ?? routed[0] ?? errors[0] ?? error;
}
