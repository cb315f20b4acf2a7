import { createDeflateRaw, crc32 } from 'node:zlib';
import { pipeline } from 'node:stream';
import { Zip, type ZipInputFile } from 'fflate';

/** Compression method of files in a zip. */
const DEFLATE = 8;

export interface ZipEntry {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/**
 * Packs texts one after the other while it is read. They are compressed by Node's threads, as a library in JavaScript
 * would hold up other requests.
 */
export async function* zipTexts(
  entries: readonly ZipEntry[],
  modifiedAt: number,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const takeChunks = () => {
    const taken = chunks;
    chunks = [];
    return taken;
  };
  for (const { name, content } of entries) {
    const file: ZipInputFile = { filename: name, compression: DEFLATE, mtime: modifiedAt, crc: 0, size: 0 };
    zip.add(file);
    const deflate = createDeflateRaw();
    // An error of the content destroys `deflate`, so that the loop below throws it.
    pipeline(measure(file, content), deflate, () => {});
    for await (const chunk of deflate) {
      file.ondata?.(null, chunk as Uint8Array<ArrayBuffer>, false);
      yield* takeChunks();
    }
    file.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  yield* takeChunks();
}

async function* measure(file: ZipInputFile, content: ZipEntry['content']): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    file.crc = crc32(bytes, file.crc);
    file.size = (file.size ?? 0) + bytes.length;
    yield bytes;
  }
}
