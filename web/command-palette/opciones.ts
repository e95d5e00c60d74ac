import type { ComponentType } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { Entrada } from '../barra/entradas'
import { llano } from '../lib/llano'

export type DispositivoElegido = {
  tipo: 'dispositivo'
  mac: string
  apodo: string | null
  empresa: number
  lector: boolean
}
export type Eleccion = { tipo: 'pantalla'; to: string } | DispositivoElegido

export type Accion = {
  tipo: 'accion'
  texto: string
  claves: string
  Icono: ComponentType
  work: () => void
}
export type Opcion =
  | { tipo: 'pantalla'; entrada: Entrada }
  | { tipo: 'dispositivo'; elegido: DispositivoElegido; d?: Dispositivo }
  | Accion
export type Grupo = { titulo: string; opciones: Opcion[] }

export const nombreOf = ({ apodo, mac }: DispositivoElegido) => apodo ?? mac

const elegidoOf = (d: Dispositivo): DispositivoElegido => ({
  tipo: 'dispositivo',
  mac: d.Dispositivo,
  apodo: d.Apodo,
  empresa: d.empresa,
  lector: d.TipoDispositivo === 'Reader',
})

const sinSeparar = (t: string) => t.replace(/[:\-. ]/g, '')

type Partes = {
  texto: string
  entradas: readonly Entrada[]
  acciones: readonly Accion[]
  recientes: readonly Eleccion[]
  hallados: readonly Dispositivo[]
  /** Company by which an administrator filters all screens. */
  empresa: number | undefined
}

/** The options of the list: without text the recent choices and then everything; with text the options that contain all its words. */
export function gruposOf({ texto, entradas, acciones, recientes, hallados, empresa }: Partes): Grupo[] {
  const palabras = llano(texto).split(/\s+/).filter(Boolean)
  const casa = (t: string) => palabras.every((p) => llano(t).includes(p))
  const pantallas = entradas.map((entrada): Opcion => ({ tipo: 'pantalla', entrada }))
  if (palabras.length === 0) {
    const previas = recientes.flatMap((e): Opcion[] => {
      if (e.tipo === 'dispositivo')
        return empresa && e.empresa !== empresa ? [] : [{ tipo: 'dispositivo', elegido: e }]
      return pantallas.filter((p) => idOf(p) === e.to)
    })
    const vistas = new Set(previas)
    return conAlgo([
      { titulo: 'Recientes', opciones: previas },
      { titulo: 'Pantallas', opciones: pantallas.filter((p) => !vistas.has(p) && !isPestana(p)) },
      { titulo: 'Acciones', opciones: [...acciones] },
    ])
  }
  const buscado = llano(texto.trim())
  // The answer may belong to the previous text.
  const deAhora = hallados.filter(
    (d) =>
      llano(`${d.Apodo} ${d.Dispositivo}`).includes(buscado) ||
      (sinSeparar(buscado) !== '' && llano(d.Dispositivo).includes(sinSeparar(buscado))),
  )
  return conAlgo([
    {
      titulo: 'Pantallas',
      opciones: entradas
        .filter((e) => casa(`${e.texto} ${'claves' in e ? e.claves : ''}`))
        .map((entrada): Opcion => ({ tipo: 'pantalla', entrada })),
    },
    {
      titulo: 'Contenedores y lectores',
      opciones: deAhora.map((d): Opcion => ({ tipo: 'dispositivo', elegido: elegidoOf(d), d })),
    },
    { titulo: 'Acciones', opciones: acciones.filter((a) => casa(`${a.texto} ${a.claves}`)) },
  ])
}

/** Tabs appear only in a search: they would double the length of the list of screens. */
const isPestana = (o: Opcion) => o.tipo === 'pantalla' && 'pestana' in o.entrada

/** The address of a screen with the tab. */
export const direccionOf = (e: Entrada): string => ('pestana' in e ? `${e.to}?pestana=${e.pestana}` : e.to)

const conAlgo = (grupos: Grupo[]) => grupos.filter((g) => g.opciones.length > 0)

/** The identity of a choice, independent of other data of it. */
export const claveOf = (e: Eleccion) => (e.tipo === 'pantalla' ? e.to : e.mac)

/** An id that no other option of the list has. */
export function idOf(o: Opcion): string {
  if (o.tipo === 'accion') return o.texto
  return o.tipo === 'pantalla' ? direccionOf(o.entrada) : claveOf(o.elegido)
}
