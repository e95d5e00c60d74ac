import type { CSSProperties } from 'react'

/** Style of what only screen readers find: it takes no room and is not drawn. */
export const SOLO_LECTOR: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
}
