const NAVEGADORES: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SISTEMAS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (tabla: [RegExp, string][], agente: string) => tabla.find(([re]) => re.test(agente))?.[1]

/** `Chrome en Windows`; the raw user agent if the browser is unknown. */
export function nombreDeAgente(agente: string | null): string {
  if (!agente) return 'Navegador desconocido'
  const navegador = find(NAVEGADORES, agente)
  const sistema = find(SISTEMAS, agente)
  if (navegador && sistema) return `${navegador} en ${sistema}`
  return navegador ?? agente.slice(0, 60)
}
