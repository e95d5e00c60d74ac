/** Exif 2.32, 4.6.4: the tag that says which side of a picture is up. */
const ORIENTATION = 0x0112
const ENTRY = 12

/** Orientation in TIFF bytes, 2 to 8; 1 (as it is) where they tell none. */
export function orientationOf(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const u32 = (at: number) =>
    at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  const directory = u32(4)
  for (let i = 0; i < u16(directory); i++) {
    const at = directory + 2 + i * ENTRY
    if (u16(at) !== ORIENTATION) continue
    const value = u16(at + 8)
    return value >= 2 && value <= 8 ? value : 1
  }
  return 1
}

/** TIFF bytes that tell this orientation and nothing else. */
export function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
