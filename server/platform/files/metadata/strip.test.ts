import { crc32, deflateSync } from 'node:zlib'
import { imageSize } from 'image-size'
import { describe, expect, test } from 'vitest'
import { HIDDEN, jpegOf, tellingJpeg } from '../../../testing/files'
import { stripMetadata } from './strip'

const chunk = (type: string, data: Buffer) => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, crc])
}
const hidden = Buffer.from(HIDDEN)
const tiff = (orientation: number) =>
  Buffer.concat([
    Buffer.from(`4d4d002a0000000800010112000300000001000${orientation}000000000000`, 'hex'),
    hidden,
  ])
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const IHDR = chunk('IHDR', Buffer.from('00000002000000030800000000', 'hex'))
const IDAT = chunk('IDAT', deflateSync(Buffer.alloc(9)))
const IEND = chunk('IEND', Buffer.alloc(0))
const part = (type: string, data: Buffer) => {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const webp = (...parts: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
const vp8x = (flags: number) => part('VP8X', Buffer.from([flags, 0, 0, 0, 1, 0, 0, 2, 0, 0]))
const VP8L = part('VP8L', Buffer.from('2f0180000000', 'hex'))

describe('a picture without what its file tells', () => {
  test('JPEG: place, texts and what follows its end go, the side that is up stays', () => {
    const telling = tellingJpeg(20, 10)
    expect(telling.includes(HIDDEN)).toBe(true)
    const clean = stripMetadata('image/jpeg', telling) as Buffer
    expect(clean.includes(HIDDEN)).toBe(false)
    expect(clean.includes('xmpmeta')).toBe(false)
    expect(imageSize(clean)).toMatchObject({ width: 20, height: 10, orientation: 6 })
    expect(stripMetadata('image/jpeg', clean)).toEqual(clean)
    const upright = stripMetadata('image/jpeg', tellingJpeg(20, 10, 1)) as Buffer
    expect(upright).toEqual(jpegOf(20, 10))
  })

  test('JPEG: colours, scans and what is stuffed into them stay as they are', () => {
    const icc = Buffer.from(`ffe20010${Buffer.from('ICC_PROFILE\0ab').toString('hex')}`, 'hex')
    const adobe = Buffer.from('ffee000e41646f626500640000000001', 'hex')
    const plain = jpegOf(8, 8)
    const scans = Buffer.from('ff00ffd0ff00ffffda0008010100003f00aaff00', 'hex')
    const whole = Buffer.concat([
      plain.subarray(0, 20),
      icc,
      adobe,
      plain.subarray(20, -2),
      scans,
      plain.subarray(-2),
    ])
    expect(stripMetadata('image/jpeg', whole)).toEqual(whole)
    // Without its end, as some cameras leave it.
    expect(stripMetadata('image/jpeg', whole.subarray(0, -2))).toEqual(whole.subarray(0, -2))
  })

  test('PNG: texts, time and place go, orientation stays', () => {
    const telling = Buffer.concat([
      PNG,
      IHDR,
      chunk('eXIf', tiff(3)),
      chunk('tEXt', hidden),
      chunk('zzZz', hidden),
      IDAT,
      chunk('iTXt', hidden),
      IEND,
      hidden,
    ])
    const clean = stripMetadata('image/png', telling) as Buffer
    expect(clean.includes(HIDDEN)).toBe(false)
    expect(imageSize(clean)).toMatchObject({ type: 'png', width: 2, height: 3 })
    const exif = chunk('eXIf', tiff(3).subarray(0, 26))
    expect(clean).toEqual(Buffer.concat([PNG, IHDR, exif, IDAT, IEND]))
    const plain = Buffer.concat([PNG, IHDR, IDAT, IEND])
    expect(stripMetadata('image/png', plain)).toEqual(plain)
  })

  test('WebP: place and texts go with their flags, orientation stays', () => {
    const telling = webp(
      vp8x(0x1c),
      part('ICCP', Buffer.from('abc')),
      VP8L,
      part('EXIF', tiff(8)),
      part('XMP ', hidden),
    )
    const clean = stripMetadata('image/webp', Buffer.concat([telling, hidden])) as Buffer
    const exif = part('EXIF', tiff(8).subarray(0, 26))
    expect(clean).toEqual(webp(vp8x(0x18), part('ICCP', Buffer.from('abc')), VP8L, exif))
    expect(imageSize(clean)).toMatchObject({ type: 'webp', width: 2, height: 3 })
    expect(stripMetadata('image/webp', webp(vp8x(0x0c), VP8L, part('EXIF', tiff(1))))).toEqual(
      webp(vp8x(0), VP8L),
    )
    expect(stripMetadata('image/webp', webp(VP8L))).toEqual(webp(VP8L))
  })

  test.each([
    ['image/jpeg', 'ffd8ffe0'],
    ['image/jpeg', 'ffd8ffe0ffff'],
    ['image/jpeg', 'ffd8ffe00001'],
    ['image/jpeg', 'ffd8ff0000'],
    ['image/jpeg', `ffd8ffe5${'0002ffe5'.repeat(20_000)}`],
    ['image/png', '89504e470d0a1a0a000000ff49484452'],
    ['image/png', '89504e470d0a1a0affffffff494844520000000000'],
    ['image/webp', Buffer.from('RIFF\x20\0\0\0WEBPVP8 \xff\0\0\0', 'latin1').toString('hex')],
    ['image/webp', Buffer.from('RIFF\x20\0\0\0WEBPVP8', 'latin1').toString('hex')],
  ] as const)('%s %.60s is damaged', (tipo, hex) => {
    expect(stripMetadata(tipo, Buffer.from(hex, 'hex'))).toBeNull()
  })
})
