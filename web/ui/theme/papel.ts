import { useSyncExternalStore } from 'react'

const impresion = matchMedia('print')
let enPapel = impresion.matches
const oyentes = new Set<() => void>()

function set(si: boolean): void {
  if (enPapel === si) return
  enPapel = si
  for (const fn of oyentes) fn()
}

addEventListener('beforeprint', () => set(true))
addEventListener('afterprint', () => set(false))
impresion.addEventListener('change', (e) => set(e.matches))

/** Whether the page is being printed: then everything is drawn, also outside the viewport, in light colours. */
export function useEnPapel(): boolean {
  return useSyncExternalStore(
    (fn) => {
      oyentes.add(fn)
      return () => oyentes.delete(fn)
    },
    () => enPapel,
  )
}

/** Class of elements that are hidden in print: buttons, fields, pagers. */
export const SIN_PAPEL = 'sin-papel'

/** Print styles of every screen: no bar, nothing that scrolls, no column cut off. */
export const ESTILO_PAPEL = {
  '@page': { size: 'A4 landscape', margin: '10mm' },
  '@media print': {
    html: { height: 'auto' },
    body: { background: '#fff', printColorAdjust: 'exact' },
    [`.${SIN_PAPEL}, [role=search], nav, .MuiSnackbar-root, .MuiTooltip-popper`]: {
      display: 'none !important',
    },
    '#raiz, #marco': { display: 'block !important', height: 'auto !important', minHeight: '0 !important' },
    '#contenido, #contenido *': { overflow: 'visible !important' },
    '#contenido, #contenido section, #contenido > div': {
      display: 'block !important',
      height: 'auto !important',
    },
    'table[role=grid]': {
      minWidth: '0 !important',
      fontSize: '9px !important',
      lineHeight: '12px !important',
      '& col': { width: 'auto !important' },
      '& th, & td': {
        position: 'static !important',
        height: 'auto !important',
        padding: '2px 4px !important',
        whiteSpace: 'normal !important',
        overflowWrap: 'anywhere',
        fontSize: 'inherit !important',
      },
      tableLayout: 'auto !important',
      '& tr': { breakInside: 'avoid' },
      '& td *': { fontSize: 'inherit !important' },
      '& button, & a': { color: 'inherit !important', textDecoration: 'none !important' },
      // A heading is repeated on each page only if it is plain text.
      '& th button': { display: 'inline !important', '& svg': { display: 'none' } },
    },
  },
} as const
