const DOS = new Intl.NumberFormat('es', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})

/** Peak of an impact in g, rounded once for all calls, files and notices to the decimals that screens show. */
export const roundG = (v: number | null): number | null => (v === null ? null : Number(v.toFixed(2)))

/** `3,42 g`, or a dash. */
export const enG = (v: number | null): string => (v === null ? '—' : `${DOS.format(v)} g`)
