import { CANALES_ENTREGA, type CanalEntrega } from '#contract/avisos/avisos/values'
import type { Db } from '../../../platform/db/client'
import type { Retenidas } from './repo-salidas'
import * as repo from './repo-salidas'

export const { discardRetenidas, holdSalidas, readRetenidas, releaseSalidas } = repo

const DICHOS: Record<CanalEntrega, [uno: string, varios: string]> = {
  correo: ['correo', 'correos'],
  push: ['aviso a un móvil', 'avisos a móviles'],
  webhook: ['webhook', 'webhooks'],
}
const entero = new Intl.NumberFormat('es', { useGrouping: 'always' })
const count = (n: number, [uno, varios]: [uno: string, varios: string]) =>
  `${entero.format(n)} ${n === 1 ? uno : varios}`

/** What is held, as text for a terminal. */
export function wordRetenidas({ entregas, vistas, extractos }: Retenidas): string {
  const partes = CANALES_ENTREGA.flatMap((c) => {
    const n = entregas[c] ?? 0
    return n ? [count(n, DICHOS[c])] : []
  })
  if (vistas) partes.push(count(vistas, ['vista por enviar', 'vistas por enviar']))
  if (extractos) partes.push(count(extractos, ['extracto por enviar', 'extractos por enviar']))
  return partes.join(', ') || 'nada todavía'
}

/** Lines for the start log while deliveries are held; empty otherwise. */
export async function formatRetenidas(db: Db): Promise<string[]> {
  const r = await readRetenidas(db)
  if (!r) return []
  return [
    '',
    `  Se restauró una copia: los avisos no salen de aquí hasta que se decida. Retenido: ${wordRetenidas(r)}.`,
    '  Para dejarlos salir: npm run salidas -- soltar. Para tirar antes lo retenido: npm run salidas -- descartar',
  ]
}

export const isCanal = (c: string): c is CanalEntrega => (CANALES_ENTREGA as readonly string[]).includes(c)
