import { crc32 } from 'node:zlib'
import { orientationOf, tiffOf } from './exif'
import { createPieces, DamagedImage } from './pieces'

const SIGNATURE = 8
/** Chunks by which a picture is drawn; ISO/IEC 15948 and its third edition. */
const DRAWN = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
)

function exifChunk(orientation: number): Buffer {
  const typed = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiffOf(orientation)])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(typed.length - 4)
  crc.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, crc])
}

/** A PNG with nothing but what draws it and the side that is up. Throws DamagedImage. */
export function stripPng(bytes: Buffer): Buffer {
  const pieces = createPieces(bytes)
  pieces.keep(0, SIGNATURE)
  for (let at = SIGNATURE; at < bytes.length; ) {
    pieces.count()
    if (at + 12 > bytes.length) throw new DamagedImage('it breaks off')
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new DamagedImage('it breaks off')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (DRAWN.has(type)) pieces.keep(at, end)
    else if (type === 'eXIf') {
      const orientation = orientationOf(bytes.subarray(at + 8, end - 4))
      if (orientation > 1) pieces.add(exifChunk(orientation))
    }
    if (type === 'IEND') break
    at = end
  }
  return pieces.end()
}
