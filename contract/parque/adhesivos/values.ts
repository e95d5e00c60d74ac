/** A sheet of labels, or a roll on which each page is one label. All lengths in millimetres. */
export type Hoja = {
  /** Trade name. */
  nombre: string
  medida: string
  papel: readonly [ancho: number, alto: number]
  columnas: number
  filas: number
  etiqueta: readonly [ancho: number, alto: number]
  /** Corner of the first label. */
  desde: readonly [x: number, y: number]
  /** Distance from one label's corner to the next one's. */
  paso: readonly [x: number, y: number]
  /** Margin inside each label: for the unprintable edge of the paper, and tolerance. */
  margen: number
}

const A4 = [210, 297] as const
const rollo = (nombre: string, ancho: number, alto: number): Hoja => ({
  nombre,
  medida: `${ancho} × ${alto} mm`,
  papel: [ancho, alto],
  columnas: 1,
  filas: 1,
  etiqueta: [ancho, alto],
  desde: [0, 0],
  paso: [ancho, alto],
  margen: 2.5,
})
/** Labels centred on an A4 sheet, with gaps of `hueco` mm horizontally and none vertically. */
function a4(
  nombre: string,
  columnas: number,
  filas: number,
  ancho: number,
  alto: number,
  hueco: number,
  margen: number,
): Hoja {
  const centro = (papel: number, ocupa: number) => Math.round((papel - ocupa) * 50) / 100
  return {
    nombre,
    medida: `${ancho.toLocaleString('es')} × ${alto.toLocaleString('es')} mm`,
    papel: A4,
    columnas,
    filas,
    etiqueta: [ancho, alto],
    desde: [centro(A4[0], columnas * ancho + (columnas - 1) * hueco), centro(A4[1], filas * alto)],
    paso: [ancho + hueco, alto],
    margen,
  }
}

/** Available label sizes, by a stable name. */
export const HOJAS = {
  a4_24: a4('A4 de 24 (Avery 3474)', 3, 8, 70, 37, 0, 5),
  a4_21: a4('A4 de 21 (Avery L7160)', 3, 7, 63.5, 38.1, 2.5, 2),
  a4_21_70: a4('A4 de 21 (Avery 3652)', 3, 7, 70, 42.3, 0, 5),
  a4_14: a4('A4 de 14 (Avery L7163)', 2, 7, 99.1, 38.1, 2.5, 2),
  a4_8: a4('A4 de 8 (Avery L7165)', 2, 4, 99.1, 67.7, 2.5, 3),
  a4_65: a4('A4 de 65 (Avery L7651)', 5, 13, 38.1, 21.2, 2.5, 1),
  dymo_57x32: rollo('Rollo Dymo 11354', 57, 32),
  dymo_89x36: rollo('Rollo Dymo 99012', 89, 36),
  brother_62x29: rollo('Rollo Brother DK-11209', 62, 29),
  brother_100x62: rollo('Rollo Brother DK-11202', 100, 62),
  rollo_100x50: rollo('Rollo de 100 × 50', 100, 50),
} as const satisfies Record<string, Hoja>
export type NombreHoja = keyof typeof HOJAS
export const NOMBRES_HOJA = Object.keys(HOJAS) as [NombreHoja, ...NombreHoja[]]

export const porHoja = (h: Hoja) => h.columnas * h.filas

/** Upper left corner of the n-th label of a sheet, in mm (n from 0, row by row). */
export const sitioOf = (h: Hoja, n: number): [x: number, y: number] => [
  h.desde[0] + (n % h.columnas) * h.paso[0],
  h.desde[1] + Math.floor(n / h.columnas) * h.paso[1],
]

/** Maximum number of labels in one file, copies included. */
export const MAX_ADHESIVOS = 2000

export const MAX_COPIAS = 20
