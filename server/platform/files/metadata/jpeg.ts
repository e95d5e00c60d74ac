import { orientationOf, tiffOf } from './exif'
import { createPieces, DamagedImage } from './pieces'

/** Markers of ITU T.81, B.1.1.3. */
const [SOI, EOI, SOS, COM, APP0, APP1, APP15] = [0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xe1, 0xef]
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= SOI)

const EXIF = 'Exif\0\0'
/** Segments of applications by which a picture is drawn: size, colours. */
const DRAWN: Record<number, string> = { [APP0]: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

/** Where the compressed data of a scan end: at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const next = bytes[at + 1] as number
    if (next === 0xff) at--
    else if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

function exifSegment(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiffOf(orientation)])
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/**
 * A JPEG without comments and without what applications put into it (place, camera, previews, texts), but for the side that is up, and
 * without what follows its end. Throws DamagedImage.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const pieces = createPieces(bytes)
  let orientation = 1
  let drawn = false
  const keepExif = () => {
    if (!drawn && orientation > 1) pieces.add(exifSegment(orientation))
    drawn = true
  }
  pieces.keep(0, 2)
  for (let at = 2; at < bytes.length; ) {
    pieces.count()
    if (bytes[at] !== 0xff) throw new DamagedImage('no marker')
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === EOI || isAlone(marker)) {
      pieces.keep(at, at + 2)
      at += 2
      if (marker === EOI) break
      continue
    }
    if (at + 4 > bytes.length) throw new DamagedImage('it breaks off')
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) throw new DamagedImage('it breaks off')
    const starts = (text: string) => bytes.toString('latin1', at + 4, at + 4 + text.length) === text
    if (marker >= APP0 && marker <= APP15) {
      if (marker === APP1 && starts(EXIF))
        orientation = orientationOf(bytes.subarray(at + 4 + EXIF.length, end))
      if (starts(DRAWN[marker] ?? '\0none')) pieces.keep(at, end)
    } else if (marker !== COM) {
      keepExif()
      pieces.keep(at, end)
    }
    at = end
    if (marker !== SOS) continue
    at = endOfScan(bytes, end)
    pieces.keep(end, at)
  }
  return pieces.end()
}
