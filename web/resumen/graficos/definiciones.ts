import { MIDE } from '#contract/oir/incidencias/values'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import type { NombreGrafico } from '#contract/resumen/graficos/values'
import { barras, barrasTumbadas, type Dibujo, lineas, masGrandes, VARIOS } from './opciones'

export type Definicion = {
  grafico: NombreGrafico
  /** The content in one sentence, with the most important number. */
  frase: (t: TablaGrafico) => string
  /** Absent: shown as a table only. */
  dibujo?: Dibujo
  alto: number
  /** Full width. */
  ancho?: true
  /** Without the current, incomplete day or week. */
  enteras?: true
  /** Its rows are containers. */
  deContenedores?: true
  /** Its rows have an order, for example future weeks. */
  enOrden?: true
}

const n = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
type Fila = TablaGrafico['filas'][number]
const num = (v: unknown) => (typeof v === 'number' ? v : 0)
const suma = (t: TablaGrafico, desde = 1, hasta = t.columnas.length) =>
  t.filas.reduce((total, f) => total + f.slice(desde, hasta).reduce<number>((a, v) => a + num(v), 0), 0)
/** The rows with the greatest number; several if they tie. */
const mayores = (t: TablaGrafico, i: number) => {
  const maximo = Math.max(...t.filas.map((f) => num(f[i])))
  return t.filas.filter((f) => num(f[i]) === maximo)
}
const lista = new Intl.ListFormat('es')
/** Maximum number of tied names that are listed. */
const MAX_EMPATE = 4
const juntos = (filas: readonly Fila[]) => {
  const nombres = filas.slice(0, MAX_EMPATE).map((f) => String(f[0]))
  const resto = filas.length - nombres.length
  return lista.format(resto > 0 ? [...nombres, `${resto} más`] : nombres)
}
const plural = (v: number, uno: string, varios: string) => `${n.format(v)} ${v === 1 ? uno : varios}`
const formatHoras = (filas: readonly Fila[]) =>
  filas.length === 1
    ? `La hora con más impactos es la de las ${juntos(filas)}.`
    : `Empatan las horas con más impactos: las ${juntos(filas)}, con ${n.format(num(filas[0]?.[1]))} cada una.`
const formatGolpeados = (filas: readonly Fila[]) => {
  const impactos = plural(num(filas[0]?.[1]), 'impacto', 'impactos')
  // A tag that sends single samples may have had more impacts than were counted.
  const aMuestras = filas.filter((f) => f.at(-1) === MIDE.algunos)
  if (aMuestras.length > 0 && filas.length === 1)
    return `${juntos(filas)} es el contenedor más golpeado que se sabe, con al menos ${impactos}: su etiqueta solo nota algunos.`
  if (aMuestras.length > 0) {
    const suyas =
      aMuestras.length === filas.length ? 'sus etiquetas solo notan' : `la de ${juntos(aMuestras)} solo nota`
    return `Empatan como los más golpeados que se sabe ${juntos(filas)}, con al menos ${impactos} cada uno: ${suyas} algunos.`
  }
  return filas.length === 1
    ? `${juntos(filas)} es el contenedor más golpeado, con ${impactos}.`
    : `Empatan como los más golpeados ${juntos(filas)}, con ${impactos} cada uno.`
}
/** `más de 3 días`, from the heading of the lost containers; companies may have set another limit. */
const plazoOf = (t: TablaGrafico) => /\((.*)\)/.exec(t.columnas[2]?.titulo ?? '')?.[1] ?? 'más de su plazo'
const ultima = (t: TablaGrafico) => t.filas.at(-1)

export const SECCIONES: { titulo: string; columnas: 2 | 3; graficos: Definicion[] }[] = [
  {
    titulo: 'Impactos',
    columnas: 3,
    graficos: [
      {
        grafico: 'impactos_dia',
        alto: 260,
        frase: (t) =>
          suma(t) === 0
            ? 'No hubo impactos en este periodo.'
            : `Hubo ${plural(suma(t), 'impacto', 'impactos')} en ${plural(t.filas.length, 'día', 'días')}, por ubicación.`,
        dibujo: (t, zona) => barras(VARIOS)(masGrandes(t), zona),
      },
      {
        grafico: 'impactos_hora',
        alto: 260,
        frase: (t) =>
          suma(t) === 0 ? 'Sin impactos no hay horas que comparar.' : formatHoras(mayores(t, 1)),
        dibujo: barras((c) => [c.rojo]),
      },
      {
        grafico: 'peores',
        alto: 260,
        deContenedores: true,
        frase: (t) => (t.filas[0] ? formatGolpeados(mayores(t, 1)) : 'Ningún contenedor tuvo impactos.'),
        dibujo: barrasTumbadas((c) => [c.rojo], [1]),
      },
    ],
  },
  {
    titulo: 'Flota',
    columnas: 2,
    graficos: [
      {
        grafico: 'ocupacion',
        alto: 320,
        ancho: true,
        frase: (t) =>
          t.filas.some(([, ...cuentas]) => cuentas.some((x) => num(x) > 0))
            ? 'Cuántos contenedores había en cada ubicación, a mediodía. Los que ya nadie oía no se cuentan.'
            : 'Ningún contenedor estuvo en una ubicación en este periodo.',
        enteras: true,
        dibujo: (t, zona) => lineas(VARIOS, undefined, true)(masGrandes(t), zona),
      },
      {
        grafico: 'estancias',
        alto: 320,
        frase: (t) =>
          t.filas[0]
            ? `Donde más tiempo pasan es en ${t.filas[0][0]}: la mitad, más de ${n.format(num(t.filas[0][1]))} h.`
            : 'Ninguna estancia terminó en este periodo.',
        dibujo: barrasTumbadas((c) => [c.brand, c.gris], [1, 2]),
      },
      {
        grafico: 'ciclos',
        alto: 320,
        frase: (t) => {
          const u = ultima(t)
          return u
            ? `La última semana entera, un ciclo completo dura ${n.format(num(u[1]) / 24)} días (mediana de ${plural(num(u[3]), 'ciclo', 'ciclos')}).`
            : 'Ningún contenedor completó un ciclo en este periodo.'
        },
        enteras: true,
        dibujo: lineas((c) => [c.brand, c.gris], [1, 2]),
      },
      {
        grafico: 'utilizacion',
        alto: 260,
        enteras: true,
        frase: (t) =>
          `El último día entero cambió de sitio el ${n.format(num(ultima(t)?.[1]))} % de la flota.`,
        dibujo: lineas((c) => [c.brand], [1]),
      },
      {
        grafico: 'vistos',
        alto: 260,
        frase: (t) => {
          const u = ultima(t)
          return u
            ? `De ${plural(num(u[3]), 'contenedor', 'contenedores')}, ${n.format(num(u[2]))} llevan ${plazoOf(t)} sin verse.`
            : 'No hay contenedores registrados.'
        },
        enteras: true,
        dibujo: lineas((c) => [c.amber, c.rojo], [1, 2]),
      },
    ],
  },
  {
    titulo: 'Baterías',
    columnas: 2,
    graficos: [
      {
        grafico: 'baterias',
        enOrden: true,
        alto: 260,
        frase: (t) =>
          `${plural(num(t.filas[0]?.[1]), 'dispositivo está', 'dispositivos están')} por debajo del 10 %.`,
        dibujo: barras((c) => [c.verde]),
      },
      {
        grafico: 'cambio_baterias',
        enOrden: true,
        alto: 260,
        frase: (t) => {
          const proximas = t.filas.slice(0, 5).reduce((s, f) => s + num(f[1]), 0)
          return `Al ritmo de los últimos 30 días, ${plural(proximas, 'etiqueta se agota', 'etiquetas se agotan')} en el próximo mes.`
        },
        dibujo: (t, zona) => barras((c) => [c.amber])({ ...t, filas: t.filas.slice(0, -1) }, zona),
      },
    ],
  },
  {
    titulo: 'Lecturas',
    columnas: 2,
    graficos: [
      {
        grafico: 'eventos_dia',
        alto: 260,
        frase: (t) =>
          `Se anotaron ${plural(suma(t), 'evento', 'eventos')} en ${plural(t.filas.length, 'día', 'días')}.`,
        dibujo: barras((c) => [c.gris, c.azul, c.rojo]),
      },
      {
        grafico: 'eventos_hora',
        alto: 260,
        frase: (t) => `Las últimas 48 horas: ${plural(suma(t), 'evento', 'eventos')}.`,
        dibujo: barras((c) => [c.brand]),
      },
      {
        grafico: 'lectores',
        alto: 0,
        ancho: true,
        frase: (t) => {
          const malos = t.filas.filter((f) => f[2] !== 'Operativo').length
          return malos === 0
            ? `Los ${t.filas.length} lectores funcionan.`
            : `${plural(malos, 'lector necesita', 'lectores necesitan')} que alguien lo mire, de ${t.filas.length}.`
        },
      },
    ],
  },
]
