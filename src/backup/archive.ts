import { type Hash, createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { Manifest } from './manifest.ts';

// A backup is a tar file, so that it can be opened without Vitrina: parts compressed by Zstandard, then the manifest. A line
// after the end of the tar has the SHA-256 of every byte before it, padding and headers included.

const BLOCK_BYTES = 512;
const MANIFEST_NAME = 'manifest.json';
const TRAILER_BYTES = 'sha256 \n'.length + 64;
const CHUNK_BYTES = 1024 * 1024;
/** Level 1 compresses 500 MB a second to an eighth; level 3 takes half as long again for a sixth less. */
const LEVEL = 1;

type Part = Manifest['parts'][number];
type PartSource = Readable | Iterable<Buffer> | AsyncIterable<Buffer>;

/** Writes a backup; its parts are streamed into the file one after the other. */
export class ArchiveWriter {
  readonly #file: FileHandle;
  #position = 0;
  readonly parts: Part[] = [];

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Adds a part, compressed. */
  async add(name: string, source: PartSource): Promise<void> {
    const compress = createZstdCompress({
      chunkSize: CHUNK_BYTES,
      params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    });
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline(source, compress, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await this.#file.write(chunk, 0, chunk.length, this.#position + BLOCK_BYTES + bytes);
        hash.update(chunk);
        bytes += chunk.length;
      }
    });
    await this.#endEntry(name, bytes);
    this.parts.push({ name, bytes, sha256: hash.digest('hex') });
  }

  /** Adds the manifest and the checksum, and makes the file durable. */
  async finish(manifest: Omit<Manifest, 'parts'>): Promise<void> {
    const text = Buffer.from(`${JSON.stringify({ ...manifest, parts: this.parts }, null, 2)}\n`);
    await this.#file.write(text, 0, text.length, this.#position + BLOCK_BYTES);
    await this.#endEntry(MANIFEST_NAME, text.length);
    // Two empty blocks end a tar.
    const end = Buffer.alloc(2 * BLOCK_BYTES);
    await this.#file.write(end, 0, end.length, this.#position);
    this.#position += end.length;
    const hash = createHash('sha256');
    await hashRange(this.#file, this.#position, hash);
    await this.#file.write(`sha256 ${hash.digest('hex')}\n`, this.#position);
    await this.#file.sync();
  }

  /** Writes the header of an entry whose contents are written. */
  async #endEntry(name: string, bytes: number): Promise<void> {
    const header = createHeader(name, bytes);
    await this.#file.write(header, 0, header.length, this.#position);
    const padding = Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);
    await this.#file.write(padding, 0, padding.length, this.#position + BLOCK_BYTES + bytes);
    this.#position += BLOCK_BYTES + bytes + padding.length;
  }
}

/** Creates a header of the `ustar` format. */
function createHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0'.repeat(2), 108);
  // Twelve digits without an end, which GNU tar and bsdtar read, are enough for 64 GiB.
  header.write(bytes.toString(8).padStart(12, '0'), 124);
  header.write('00000000000\0', 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

async function hashRange(file: FileHandle, end: number, hash: Hash): Promise<void> {
  const stream = file.createReadStream({
    start: 0,
    end: end - 1,
    highWaterMark: CHUNK_BYTES,
    autoClose: false,
  });
  for await (const chunk of stream) hash.update(chunk as Buffer);
}

/** A backup whose checksum is right. */
export interface Archive {
  manifest: Manifest;
  bytes: number;
  /** Writes the contents of a part, and compares its checksum. @throws BackupError */
  extract(name: string, target: Writable): Promise<void>;
}

/** Opens a backup after every byte of it was compared with its checksum. @throws BackupError */
export async function openArchive(path: string): Promise<Archive> {
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new BackupError(`${path} cannot be read: name the file of a backup.`, { cause });
  });
  await using file = await open(path);
  const end = size - TRAILER_BYTES;
  const hash = createHash('sha256');
  if (end > 0) await hashRange(file, end, hash);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  await file.read(trailer, 0, TRAILER_BYTES, Math.max(end, 0));
  if (end <= 0 || trailer.toString('latin1') !== `sha256 ${hash.digest('hex')}\n`) throw damagedError(path);
  const entries = await listEntries(file, end);
  const manifestAt = entries.get(MANIFEST_NAME);
  if (!manifestAt) throw damagedError(path);
  const text = Buffer.alloc(manifestAt.bytes);
  await file.read(text, 0, text.length, manifestAt.start);
  const manifest = Manifest.parse(JSON.parse(text.toString()));
  return {
    manifest,
    bytes: size,
    async extract(name, target) {
      const part = manifest.parts.find((candidate) => candidate.name === name);
      const entry = entries.get(name);
      if (!part || !entry) throw damagedError(path);
      const partHash = createHash('sha256');
      const source = createReadStream(path, {
        start: entry.start,
        end: entry.start + entry.bytes - 1,
        highWaterMark: CHUNK_BYTES,
      });
      source.on('data', (chunk) => partHash.update(chunk));
      await pipeline(source, createZstdDecompress({ chunkSize: CHUNK_BYTES }), target);
      if (partHash.digest('hex') !== part.sha256) throw damagedError(path);
    },
  };
}

async function listEntries(
  file: FileHandle,
  end: number,
): Promise<Map<string, { start: number; bytes: number }>> {
  const entries = new Map<string, { start: number; bytes: number }>();
  const header = Buffer.alloc(BLOCK_BYTES);
  for (let position = 0; position + BLOCK_BYTES <= end;) {
    await file.read(header, 0, BLOCK_BYTES, position);
    const name = header.toString('utf8', 0, header.indexOf(0));
    if (name === '') break;
    const bytes = Number.parseInt(header.toString('latin1', 124, 136), 8);
    entries.set(name, { start: position + BLOCK_BYTES, bytes });
    position += BLOCK_BYTES + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return entries;
}

function damagedError(path: string): BackupError {
  return new BackupError(`${path} is damaged, cut off, or no backup: use another one.`);
}
