/** The image is no valid one of its type. */
export class DamagedImage extends Error {}

/** More segments or chunks are in no picture, but they take time. */
const MAX_PARTS = 10_000

/** Parts of a buffer that are kept, and new ones between them. Parts that follow one another are one piece. */
export function createPieces(bytes: Buffer) {
  const pieces: Buffer[] = []
  let from = 0
  let to = 0
  const flush = () => {
    if (to > from) pieces.push(bytes.subarray(from, to))
  }
  let parts = 0
  return {
    /** To be called for each part that is looked at. */
    count(): void {
      if (++parts > MAX_PARTS) throw new DamagedImage('too many parts')
    },
    keep(start: number, end: number): void {
      if (end > bytes.length) throw new DamagedImage('it breaks off')
      if (start !== to) {
        flush()
        from = start
      }
      to = end
    },
    add(piece: Buffer): void {
      flush()
      from = to
      pieces.push(piece)
    },
    end(): Buffer {
      flush()
      return Buffer.concat(pieces)
    },
  }
}
