/** Content encodings → the body, or what is wrong with it; also at the exact limit. */

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type DecodedBody, decodeBody } from '../../../../lambda/adapters/http/http-body';

const TEXT = 'what a service says '.repeat(50);
const LIMIT = TEXT.length;

const CODECS: readonly (readonly [encoding: string, compress: (data: Uint8Array | string) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
];

function textOf(decoded: DecodedBody): string {
  return decoded.kind === 'body' ? Buffer.from(decoded.bytes).toString() : decoded.kind;
}

describe.each(CODECS)('%s (%p)', (encoding, compress) => {
  const packed = compress(TEXT);

  it('decodes up to the limit and not a byte over it', () => {
    expect(textOf(decodeBody(packed, encoding, LIMIT))).toBe(TEXT);
    expect(textOf(decodeBody(packed, encoding, LIMIT - 1))).toBe('too_large');
  });

  it('is recognized in upper and lower case, with spaces and identity around it', () => {
    expect(textOf(decodeBody(packed, ` identity ,\t${encoding.toUpperCase()} ,`, LIMIT))).toBe(TEXT);
  });

  it('cut at any byte is truncated, and never counts as whole', () => {
    for (let length = 1; length < packed.length; length++) {
      expect([length, decodeBody(packed.subarray(0, length), encoding, LIMIT).kind]).toEqual([
        length,
        'truncated_response',
      ]);
    }
  });

  it('of an empty body is empty', () => {
    expect(textOf(decodeBody(compress(''), encoding, LIMIT))).toBe('');
    expect(textOf(decodeBody(new Uint8Array(), encoding, LIMIT))).toBe('');
  });

  it('is malformed if the bytes are something else', () => {
    const other = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from(TEXT)]);
    expect(decodeBody(other, encoding, LIMIT).kind).toBe('malformed_response');
  });

  it('bounds every step, even if the final result would be small', () => {
    const huge = compress(Buffer.alloc(4 * 1024 * 1024));
    expect(decodeBody(huge, encoding, LIMIT).kind).toBe('too_large');
    expect(decodeBody(gzipSync(huge), `${encoding}, gzip`, LIMIT).kind).toBe('too_large');
  });
});

describe('encodings', () => {
  it.each([undefined, '', 'identity', 'utf-8', ', ,'])('%p leave the bytes as they are', (encoding) => {
    expect(textOf(decodeBody(Buffer.from(TEXT), encoding, LIMIT))).toBe(TEXT);
  });

  it('are undone from the last to the first', () => {
    const packed = brotliCompressSync(gzipSync(deflateSync(TEXT)));
    expect(textOf(decodeBody(packed, 'deflate, gzip, br', LIMIT))).toBe(TEXT);
    expect(decodeBody(packed, 'br, gzip, deflate', LIMIT).kind).not.toBe('body');
  });

  it('are malformed beyond three', () => {
    const packed = gzipSync(gzipSync(gzipSync(gzipSync(TEXT))));
    expect(decodeBody(packed, 'gzip, gzip, gzip, gzip', LIMIT).kind).toBe('malformed_response');
  });
});
