import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InformeAlbaranes } from '#contract/cuentas/custodia/albaranes'
import { formatDia } from '#contract/values/comunes'
import { ParaEmpresa } from '../../dominio/empresa/para-empresa'
import { api } from '../../lib/api/llamadas'
import { upload } from '../../lib/api/upload'
import { entero } from '../../lib/formato'
import { empresasQuery } from '../../lib/opciones'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoImportar } from '../../ui/importar/dialogo'
import { Lista, mostradasOf, Rotulo } from '../../ui/importar/informe'
import { CLAVE } from './queries'
import { formatCantidad } from './textos'
import { useUndoMovimiento } from './use-undo'

const PLANTILLA = {
  nombre: 'albaranes.csv',
  csv: [
    'tercero;movimiento;fecha;documento;familia;cantidad;contenedores;nota',
    'Transportes Uno;enviado;03/11/2026;ALB-1001;20014;40;;',
    'Cliente Dos;devuelto;04/11/2026;ALB-1002;;;20014-001 20014-002;',
    '',
  ].join('\r\n'),
}

const TITULO = 'Importar albaranes'

/** Imports delivery notes from a file. */
export const ImportAlbaranes = ({ onClose }: { onClose: () => void }) => (
  <ParaEmpresa titulo={TITULO} onClose={onClose}>
    {(empresa) => <ImportAlbaranesDe empresa={empresa} onClose={onClose} />}
  </ParaEmpresa>
)

function ImportAlbaranesDe({ empresa, onClose }: { empresa: number; onClose: () => void }) {
  const empresas = useQuery(empresasQuery)
  const cliente = useQueryClient()
  const aviso = useAviso()
  const undo = useUndoMovimiento()
  const nombre = empresas.data?.find((e) => e.id === empresa)?.nombre ?? `la empresa ${empresa}`
  return (
    <DialogoImportar<InformeAlbaranes>
      titulo={TITULO}
      ayuda={
        <>
          Un Excel o un CSV con las columnas <b>tercero</b>, <b>movimiento</b> (enviado o devuelto),{' '}
          <b>fecha</b> y <b>documento</b>, y en cada línea <b>familia</b> y <b>cantidad</b>, o{' '}
          <b>contenedores</b>, para {nombre}. Lo que ya está en el libro no se anota otra vez.
        </>
      }
      plantilla={PLANTILLA}
      nombrados={['línea', 'líneas']}
      rehearse={(f) => upload(api.importAlbaranes, f, { ensayo: 'true', empresa })}
      startImport={(f, { signal, soloBuenas }) =>
        upload(api.importAlbaranes, f, { con_errores: soloBuenas ? 'omitir' : 'impedir', empresa }, signal)
      }
      cambios={(informe) => <Cambios informe={informe} />}
      onClose={onClose}
      onImported={(i) => {
        void cliente.invalidateQueries({ queryKey: CLAVE })
        const { movimiento: id } = i
        aviso.exito(
          `Albaranes importados: ${entero(i.nuevas)} ${i.nuevas === 1 ? 'línea' : 'líneas'}`,
          id === null ? undefined : () => undo.mutate(id),
        )
        onClose()
      }}
    />
  )
}

function Cambios({ informe: { cambios, nuevas } }: { informe: InformeAlbaranes }) {
  if (cambios.length === 0) return null
  return (
    <section aria-label="Lo que se anota">
      <Rotulo>Qué se anota{mostradasOf(cambios.length, nuevas)}</Rotulo>
      <Lista tabIndex={0} aria-label="Líneas que se anotan">
        {cambios.map((c) => (
          <li key={c.linea}>
            <span className="linea">Línea {entero(c.linea)}</span>
            <span className="codigo">{c.documento}</span>
            <span>
              {c.tercero} · {formatCantidad(c.clase === 'enviado' ? c.cantidad : -c.cantidad)}{' '}
              {c.nombrados ? 'por su nombre' : c.familia} · {formatDia(c.dia)}
            </span>
          </li>
        ))}
      </Lista>
    </section>
  )
}
