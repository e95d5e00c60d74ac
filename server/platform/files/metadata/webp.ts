import { orientationOf, tiffOf } from './exif'
import { createPieces, DamagedImage } from './pieces'

/** RFC 9649, 2.3: `RIFF`, size, `WEBP`. */
const HEADER = 12
/** Chunks by which a picture is drawn. */
const DRAWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
/** Flags of VP8X. */
const [EXIF, XMP] = [0x08, 0x04]

function exifChunk(orientation: number): Buffer {
  const tiff = tiffOf(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(tiff.length, 4)
  return Buffer.concat([head, tiff])
}

/** A WebP with nothing but what draws it and the side that is up. Throws DamagedImage. */
export function stripWebp(bytes: Buffer): Buffer {
  const pieces = createPieces(bytes)
  pieces.keep(0, HEADER)
  let extended = false
  let orientation = 1
  const whole = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = HEADER; at < whole; ) {
    pieces.count()
    if (at + 8 > bytes.length) throw new DamagedImage('it breaks off')
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    // Of odd size, a byte follows that is not counted.
    const end = at + 8 + size + (size % 2)
    if (at + 8 + size > bytes.length) throw new DamagedImage('it breaks off')
    if (type === 'VP8X') extended = true
    if (DRAWN.has(type)) pieces.keep(at, Math.min(end, bytes.length))
    else if (type === 'EXIF') orientation = orientationOf(bytes.subarray(at + 8, at + 8 + size))
    at = end
  }
  if (extended && orientation > 1) pieces.add(exifChunk(orientation))
  const out = pieces.end()
  out.writeUInt32LE(out.length - 8, 4)
  // It is the first chunk, if it is there.
  if (out.toString('latin1', HEADER, HEADER + 4) === 'VP8X')
    out[HEADER + 8] = ((out[HEADER + 8] as number) & ~(EXIF | XMP)) | (orientation > 1 ? EXIF : 0)
  return out
}
