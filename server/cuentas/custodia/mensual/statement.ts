import type { InformeExtracto } from '../../../avisos/avisos/channels/canal'
import type { Db } from '../../../platform/db/client'
import { collect, LARGE } from '../../../platform/export/collect'
import { drawDeEmpresa } from '../../../platform/export/send'
import { limiteDePlanta } from '../../../platform/time/time'
import { fileExtracto } from '../export-file'
import { type Extracto, sumExtracto } from '../repo-extracto'
import { daysOfMonth, formatMonth } from './mes'
import { findDestinado } from './repo'

const n = (v: number) => v.toLocaleString('es')

/**
 * Makes the monthly statement of a partner as its own users see it: no names or places of other partners.
 * @param replica the database that its rows are read from
 * @param onFail gets errors that are worth a retry
 */
export function createExtractos(db: Db, replica: Db, zona: string, onFail: (e: unknown) => void) {
  async function make(tercero: number, mes: string): Promise<InformeExtracto | null> {
    const d = await findDestinado(db, tercero)
    if (!d) return null
    const dias = daysOfMonth(mes)
    const e: Extracto = {
      tercero,
      familia: null,
      search: null,
      disputa: false,
      desde: limiteDePlanta(dias.desde, 'desde', zona) as Date,
      hasta: limiteDePlanta(dias.hasta, 'hasta', zona) as Date,
      ajeno: true,
      zona,
    }
    const request = { db: replica, query: { formato: d.formato } }
    const { sums, ...archivo } = fileExtracto(request, e, { nombre: d.nombre, dias })
    const file = await drawDeEmpresa(request, d.empresa, { ...archivo, nombre: `extracto-${mes}` })
    const cuerpo = await collect(file.flujo)
    // A file whose first row did not come in time has no sums of its own.
    const suma = sums()?.suma ?? (await sumExtracto(replica, e))
    const falta = cuerpo === LARGE ? 'ocupa más de 10 MB' : 'tarda demasiado en hacerse'
    return {
      extracto: true,
      asunto: `Extracto de ${formatMonth(mes)}: contenedores de ${d.de}`,
      lineas: [
        `Extracto de los contenedores de ${d.de} en la cuenta de ${d.nombre}, de ${formatMonth(mes)}.`,
        `Saldo inicial: ${n(suma.inicial)}. Entradas: ${n(suma.entradas)}. Salidas: ${n(suma.salidas)}. Saldo final: ${n(suma.final)}.`,
        typeof cuerpo === 'string'
          ? `Los movimientos no van adjuntos: el fichero ${falta}. Pídalo a ${d.de}.`
          : 'Los movimientos van en el fichero adjunto.',
      ],
      pie: `Recibe este correo porque ${d.de} le envía el extracto cada mes. Para dejar de recibirlo, dígaselo a ${d.de}.`,
      enlace: d.entra ? `/custodia?vista=extracto&desde=${dias.desde}&hasta=${dias.hasta}` : null,
      adjunto: typeof cuerpo === 'string' ? null : { nombre: file.nombre, tipo: file.tipo, cuerpo },
    }
  }

  return async (tercero: number, mes: string): Promise<InformeExtracto | { retry: string } | null> => {
    try {
      return await make(tercero, mes)
    } catch (error) {
      onFail(error)
      return { retry: 'No se ha podido hacer el fichero.' }
    }
  }
}
