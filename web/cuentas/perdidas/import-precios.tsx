import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import type { InformePrecios } from '#contract/cuentas/perdidas/precios'
import { formatDia } from '#contract/values/comunes'
import { api } from '../../lib/api/llamadas'
import { upload } from '../../lib/api/upload'
import { entero, formatEuros } from '../../lib/formato'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoImportar } from '../../ui/importar/dialogo'
import { Lista, mostradasOf, Rotulo } from '../../ui/importar/informe'
import { tono } from '../../ui/theme/tono'
import { CLAVE } from './queries'
import { LAS_DEMAS } from './textos'

const PLANTILLA = {
  nombre: 'precios.csv',
  csv: 'familia;desde;precio\r\n20014;01/01/2026;192,50\r\nLas demás;01/01/2026;95\r\n',
}

type Props = { empresa: number; onClose: () => void }

/** Imports prices of families from a CSV or Excel file. */
export function ImportPrecios({ empresa, onClose }: Props) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  return (
    <DialogoImportar<InformePrecios>
      titulo="Importar precios"
      ayuda={
        <>
          Un Excel o un CSV con las columnas <b>familia</b>, <b>desde</b> (el día) y <b>precio</b> (en euros).
          Los precios se añaden a los que hay: para el mismo día vale el último.
        </>
      }
      plantilla={PLANTILLA}
      nombrados={['precio', 'precios']}
      rehearse={(f) => upload(api.importPrecios, f, { ensayo: 'true', empresa })}
      startImport={(f, { signal }) => upload(api.importPrecios, f, { ensayo: 'false', empresa }, signal)}
      cambios={(informe) => <Cambios informe={informe} />}
      onClose={onClose}
      onImported={({ nuevas, cambiadas }) => {
        void cliente.invalidateQueries({ queryKey: CLAVE })
        aviso.exito(`Precios importados: ${entero(nuevas + cambiadas)}`)
        onClose()
      }}
    />
  )
}

function Cambios({ informe: { cambios, nuevas, cambiadas } }: { informe: InformePrecios }) {
  if (cambios.length === 0) return null
  return (
    <section aria-label="Cambios">
      <Rotulo>Qué cambia{mostradasOf(cambios.length, nuevas + cambiadas)}</Rotulo>
      <Lista tabIndex={0} aria-label="Precios nuevos y cambiados">
        {cambios.map((c) => (
          <li key={c.linea}>
            <span className="linea">{c.antes === null ? 'Nuevo' : 'Cambia'}</span>
            <span className="codigo">{c.familia || LAS_DEMAS}</span>
            <span>
              desde el {formatDia(c.desde)} ·{' '}
              {c.antes !== null && (
                <Box component="span" sx={{ color: tono('muted') }}>
                  {formatEuros(c.antes)} →{' '}
                </Box>
              )}
              {formatEuros(c.centimos)}
            </span>
          </li>
        ))}
      </Lista>
    </section>
  )
}
