const DOS = new Intl.NumberFormat('es', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})

/** The peak of an impact in g as every call, file and notice tells it: rounded once, to the decimals that screens show. */
export const roundG = (v: number | null): number | null => (v === null ? null : Number(v.toFixed(2)))

/** `3,42 g`, or a dash. */
export const enG = (v: number | null): string => (v === null ? '—' : `${DOS.format(v)} g`)
