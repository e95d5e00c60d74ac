import type { Dispositivo } from '#contract/dispositivos/dispositivos'
import { contains, type Limites } from '../../ui/mapa/vista'

type Visto = Pick<Dispositivo, 'Estado' | 'PosibleEstado' | 'ApodoLector' | 'Ubicacion' | 'Lat' | 'Lon'>

/** What a batch of heard devices means for the screen. */
export type Novedades = {
  /** Devices of which something changed that a person cares about. */
  macs: string[]
  /** The markers in view may no longer be right. */
  marcadores: boolean
  /** Devices came into view or left it. */
  lista: boolean
}

const matters = (a: Visto, b: Visto) =>
  a.Estado !== b.Estado ||
  a.PosibleEstado !== b.PosibleEstado ||
  a.ApodoLector !== b.ApodoLector ||
  a.Ubicacion !== b.Ubicacion

/**
 * Remembers how each device was last, to tell news from the tag being heard again, which happens every few seconds
 * and changes only `UltimoRegistro` and `Rssi`.
 */
export function createNovedades() {
  const vistos = new Map<string, Visto>()
  const save = ({ Dispositivo, Estado, PosibleEstado, ApodoLector, Ubicacion, Lat, Lon }: Dispositivo) =>
    vistos.set(Dispositivo, { Estado, PosibleEstado, ApodoLector, Ubicacion, Lat, Lon })

  return {
    /** Rows as they were fetched; what is known already stays, so that its next hearing is compared with it. */
    remember(filas: Dispositivo[]): void {
      for (const d of filas) if (!vistos.has(d.Dispositivo)) save(d)
    },
    /** @param completa the list shows all that is in view: who was never seen is new there */
    compare(nuevos: Dispositivo[], limites: Limites, completa = false): Novedades {
      const novedades: Novedades = { macs: [], marcadores: false, lista: false }
      for (const d of nuevos) {
        const previo = vistos.get(d.Dispositivo)
        save(d)
        const dentro = contains(limites, d.Lat, d.Lon)
        if (!previo) {
          novedades.marcadores ||= dentro
          novedades.lista ||= dentro && completa
          continue
        }
        const estaba = contains(limites, previo.Lat, previo.Lon)
        const cambia = matters(previo, d)
        if (cambia) novedades.macs.push(d.Dispositivo)
        if (estaba !== dentro) novedades.lista = true
        if ((estaba || dentro) && (cambia || previo.Lat !== d.Lat || previo.Lon !== d.Lon))
          novedades.marcadores = true
      }
      return novedades
    },
  }
}
