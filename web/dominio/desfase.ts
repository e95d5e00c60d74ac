/** `+12 s`, `−3 min`, `−1 d`. */
export function desfase(s: number): string {
  const edad = Math.abs(s)
  const signo = s < 0 ? '−' : s > 0 ? '+' : ''
  if (edad < 120) return `${signo}${edad} s`
  if (edad < 7200) return `${signo}${Math.round(edad / 60)} min`
  if (edad < 172_800) return `${signo}${Math.round(edad / 3600)} h`
  return `${signo}${Math.round(edad / 86_400).toLocaleString('es')} d`
}
