import type { EscaneoRecibido } from '#contract/cuentas/recuentos/recuentos'
import type { Escaneo, Situado } from '#contract/cuentas/recuentos/reglas-values'
import { MAX_LARGO_CODIGO } from '#contract/cuentas/recuentos/values'
import { nombresOf } from '../../dominio/escaner/codigo'
import type { Guardado } from './cola'

/** The containers that this device knows, by mac and by nickname. */
export type Indice = { porMac: Map<string, Situado>; porApodo: Map<string, Situado> }

/** @param recibidos scans of other phones: they may be of containers that this device does not know */
export function createIndice(
  contenedores: readonly Situado[],
  recibidos: readonly EscaneoRecibido[],
): Indice {
  const porMac = new Map(contenedores.map((c) => [c.mac, c]))
  for (const { mac, apodo, lugar } of recibidos)
    if (mac !== null && !porMac.has(mac)) porMac.set(mac, { mac, apodo, lugar, oido: false, esperado: false })
  const porApodo = new Map<string, Situado>()
  for (const c of porMac.values()) if (c.apodo) porApodo.set(c.apodo.toUpperCase(), c)
  return { porMac, porApodo }
}

/** A code normalised for storage: one line, without control characters; null: nothing is left. */
export const cleanCodigo = (codigo: string): string | null =>
  codigo
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LARGO_CODIGO) || null

/** What a code names, and the container if this device knows it. */
export function findCodigo(codigo: string, { porMac, porApodo }: Indice) {
  const nombres = nombresOf(codigo)
  const c = porMac.get(nombres?.mac ?? '') ?? porApodo.get((nombres?.apodo ?? codigo.trim()).toUpperCase())
  return {
    contenedor: c,
    mac: c?.mac ?? nombres?.mac ?? null,
    apodo: c?.apodo ?? nombres?.apodo?.slice(0, 64) ?? null,
  }
}

/**
 * The scans of all phones, including this one, without duplicates; the server's version takes precedence.
 * @param fotos scans that have a photo
 */
export function joinEscaneos(
  recibidos: readonly EscaneoRecibido[],
  propios: readonly Guardado[],
  { porMac }: Indice,
  fotos: ReadonlySet<string>,
): Escaneo[] {
  const suyos = new Set(recibidos.map((r) => r.id))
  return [
    ...recibidos.map(({ id, mac, codigo, momento, persona, donde, anula }) => ({
      id,
      mac,
      codigo,
      momento: Date.parse(momento),
      persona,
      donde,
      anula,
      foto: fotos.has(id),
    })),
    ...propios
      .filter((g) => !suyos.has(g.id))
      .map(({ id, mac, codigo, momento, persona, donde, anula }) => ({
        id,
        mac: mac !== null && porMac.has(mac) ? mac : null,
        codigo,
        momento,
        persona,
        donde,
        anula,
        foto: fotos.has(id),
      })),
  ]
}
