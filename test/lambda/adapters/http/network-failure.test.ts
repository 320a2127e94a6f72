/** Codes of Node's errors → reasons; those that no loopback server can bring about, and the rest for the record. */

import { constants } from 'node:os';
import {
  failureCode,
  failureDetail,
  failureReason,
  ownFailure,
} from '../../../../lambda/adapters/http/network-failure';
import type { NetworkReason } from '../../../../lambda/core/words/codes';

type Fields = { code?: string; errno?: number; address?: string; port?: number; errors?: Error[] };

function errorWith(fields: Fields, message = 'something failed'): Error & Fields {
  return Object.assign(new Error(message), fields);
}

const REASONS: Readonly<Record<NetworkReason, readonly string[]>> = {
  dns_failure: ['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'],
  connection_refused: ['ECONNREFUSED'],
  connection_reset: ['ECONNRESET', 'ECONNABORTED', 'EPIPE'],
  network_unreachable: ['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EACCES'],
  tls_certificate_expired: ['CERT_HAS_EXPIRED'],
  tls_certificate_host: ['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
  tls_certificate_untrusted: [
    'CERT_CHAIN_TOO_LONG',
    'CERT_NOT_YET_VALID',
    'CERT_REJECTED',
    'CERT_REVOKED',
    'CERT_SIGNATURE_FAILURE',
    'CERT_UNTRUSTED',
    'CRL_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERROR_IN_CERT_NOT_AFTER_FIELD',
    'INVALID_CA',
    'INVALID_PURPOSE',
    'PATH_LENGTH_EXCEEDED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNSPECIFIED',
  ],
  tls_handshake: [
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
    'ERR_TLS_HANDSHAKE_TIMEOUT',
  ],
  timeout_connect: ['ETIMEDOUT'],
  timeout_response: [],
  timeout_body: [],
  malformed_response: ['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW', 'HPE_INVALID_CHUNK_SIZE'],
  truncated_response: [],
};

const rows = Object.entries(REASONS).flatMap(([reason, codes]) => codes.map((code) => [code, reason] as const));

describe('failureReason', () => {
  it.each(rows)('before an answer, %s is %s', (code, reason) => {
    expect(failureReason(errorWith({ code }), false)).toBe(reason);
  });

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])('in the middle of an answer, %s cuts it', (code) => {
    expect(failureReason(errorWith({ code }), true)).toBe('truncated_response');
  });

  it('in the middle of an answer, a syntax error stays one', () => {
    expect(failureReason(errorWith({ code: 'HPE_INVALID_CHUNK_SIZE' }), true)).toBe('malformed_response');
  });

  // Linux, net/ipv6/addrconf: with `disable_ipv6` no address is left to connect from.
  it('without IPv6, an IPv6 address has no route', () => {
    const off = errorWith({ code: 'EADDRNOTAVAIL', address: '2001:db8::1', port: 443 });
    expect([failureReason(off, false), ownFailure(off)]).toEqual(['network_unreachable', null]);
    const both = errorWith({ code: 'EADDRNOTAVAIL', errors: [off, errorWith({ code: 'ECONNREFUSED' })] });
    expect([failureReason(both, false), ownFailure(both)]).toEqual(['connection_refused', null]);
  });

  it('reads an error without a code as an unreachable network', () => {
    expect(failureReason(errorWith({}), false)).toBe('network_unreachable');
  });

  it.each([
    [['ENETUNREACH', 'ECONNREFUSED'], 'connection_refused'],
    [['ECONNREFUSED', 'EHOSTUNREACH'], 'connection_refused'],
    [['EHOSTUNREACH', 'ETIMEDOUT'], 'timeout_connect'],
    [['ENETUNREACH', 'EHOSTUNREACH'], 'network_unreachable'],
  ])('for several addresses that fail with %p is %s', (codes, reason) => {
    const errors = codes.map((code) => errorWith({ code }));
    expect(failureReason(errorWith({ code: codes[0] as string, errors }), false)).toBe(reason);
  });
});

describe('ownFailure', () => {
  const { EMFILE, ENFILE, ENOBUFS, ENOMEM, EADDRNOTAVAIL, EAGAIN } = constants.errno;
  it.each([
    ['EMFILE', EMFILE, 'EMFILE: too many open files'],
    ['ENFILE', ENFILE, 'ENFILE: file table overflow'],
    ['ENOBUFS', ENOBUFS, 'ENOBUFS: no buffer space available'],
    ['ENOMEM', ENOMEM, 'ENOMEM: not enough memory'],
    ['EADDRNOTAVAIL', EADDRNOTAVAIL, 'EADDRNOTAVAIL: address not available'],
    ['EAGAIN', EAGAIN, 'EAGAIN: resource temporarily unavailable'],
    ['EAI_MEMORY', 3_006, 'EAI_MEMORY: out of memory'],
  ])('is %s', (code, errno, words) => {
    expect(ownFailure(errorWith({ code, errno: -errno }))).toBe(words);
  });

  it.each(rows)('is not %s', (code) => {
    expect(ownFailure(errorWith({ code }))).toBeNull();
  });

  it.each([
    [['ENETUNREACH', 'EMFILE'], 'EMFILE'],
    [['EADDRNOTAVAIL', 'EHOSTUNREACH'], 'EADDRNOTAVAIL'],
    [['EADDRNOTAVAIL', 'ECONNREFUSED'], null],
    [['ETIMEDOUT', 'EMFILE'], null],
  ])('for several addresses that fail with %p is %p', (codes, own) => {
    const errors = codes.map((code) => errorWith({ code }));
    expect(ownFailure(errorWith({ code: codes[0] as string, errors }))).toBe(own);
  });
});

describe('failureDetail', () => {
  const DETAILS: readonly (readonly [detail: string, error: Error & Fields])[] = [
    ['ECONNREFUSED 127.0.0.1:4105', errorWith({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 4_105 })],
    ['EHOSTUNREACH 10.0.0.1', errorWith({ code: 'EHOSTUNREACH', address: '10.0.0.1' })],
    ['ECONNRESET: socket hang up', errorWith({ code: 'ECONNRESET' }, 'socket hang up')],
    ['getaddrinfo ENOTFOUND a.invalid', errorWith({ code: 'ENOTFOUND' }, 'getaddrinfo ENOTFOUND a.invalid')],
    ['something failed', errorWith({})],
  ];
  it.each(DETAILS)('is %s', (detail, error) => {
    expect(failureDetail(error)).toBe(detail);
  });

  const openssl = (reason: string) =>
    `write EPROTO 80EC48:error:0A00010B:SSL routines:ssl3_read_bytes:${reason}:../deps/openssl/openssl/ssl/x.c:350:\n`;
  it.each([
    ['EPROTO', 'wrong version number', 'EPROTO, wrong version number: the server does not speak TLS'],
    [
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'tlsv1 alert protocol version',
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION, tlsv1 alert protocol version: there is no TLS version in common',
    ],
    ['EPROTO', 'tlsv1 unrecognized name', 'EPROTO, tlsv1 unrecognized name: it has no certificate for this name'],
    ['EPROTO', 'length mismatch', 'EPROTO, length mismatch'],
    [undefined, 'length mismatch', 'TLS, length mismatch'],
  ])("of OpenSSL's line keeps code %s and reason, and says what it means", (code, reason, detail) => {
    expect(failureDetail(errorWith(code === undefined ? {} : { code }, openssl(reason)))).toBe(detail);
  });

  it.each([
    ['tlsv1 alert unknown ca', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'],
    ['wrong version number', 'EPROTO'],
  ])('of %s, which came while Node was writing, the code is that of reading', (reason, code) => {
    expect(failureCode(errorWith({ code: 'EPROTO' }, openssl(reason)))).toBe(code);
  });

  it('for several addresses names the one with the reason', () => {
    const errors = [
      errorWith({ code: 'ENETUNREACH', address: '::2', port: 80 }),
      errorWith({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 80 }),
    ];
    const error = errorWith({ code: 'ENETUNREACH', errors }, '');
    expect([failureDetail(error), failureCode(error)]).toEqual(['ECONNREFUSED 127.0.0.1:80', 'ECONNREFUSED']);
    expect(failureCode(errorWith({}))).toBeNull();
  });
});
