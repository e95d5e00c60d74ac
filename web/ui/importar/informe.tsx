import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Informe } from '#contract/importar'
import type { Token } from '../theme/tokens'
import { LETRA_MONO } from '../theme/tokens'
import { tono } from '../theme/tono'
import { downloadErrores } from './errores-csv'

/** A longer list is only in the downloadable file. */
const MOSTRADOS = 200

/** Rows of three cells: place or subject, its name (`codigo`), and a text. */
export const Lista = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  maxHeight: 220,
  overflow: 'auto',
  fontSize: 13,
  lineHeight: '20px',
  border: `1px solid ${tono('line')}`,
  borderRadius: 8,
  '& li': {
    display: 'grid',
    gridTemplateColumns: '72px minmax(64px, 112px) minmax(0, 1fr)',
    gap: 8,
    padding: '6px 12px',
    borderTop: `1px solid ${tono('line')}`,
    overflowWrap: 'anywhere',
  },
  '& li:first-of-type': { borderTop: 0 },
  '& .linea': { color: tono('muted') },
  '& .codigo': { fontFamily: LETRA_MONO, fontSize: 12 },
  '@media (max-width: 599.95px)': {
    '& li': { gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '0 12px' },
    '& li > :nth-of-type(3)': { gridColumn: '1 / -1' },
  },
})

const n = (v: number) => v.toLocaleString('es')

/** `(las primeras 20 de 300)` if not all are shown. */
export const mostradasOf = (mostradas: number, todas: number) =>
  mostradas < todas ? ` (las primeras ${n(mostradas)} de ${n(todas)})` : ''

export function Rotulo({ children }: { children: ReactNode }) {
  return (
    <Box component="h3" sx={{ m: 0, mb: 1.5, fontSize: 13, fontWeight: 600 }}>
      {children}
    </Box>
  )
}

type Props = {
  informe: Informe
  /** Name of the imported file, from which the name of its error file is made. */
  archivo: string
  /** The changes, if there are any. */
  children: ReactNode
}

/** What an import does or would do: counts of each kind, the invalid cells, and the changes. */
export function InformeImportacion({ informe, archivo, children }: Props) {
  const cuentas: [nombre: string, cuantas: number, token: Token][] = [
    ['Nuevos', informe.nuevas, 'verde'],
    ['Cambiados', informe.cambiadas, 'azul'],
    ['Iguales', informe.iguales, 'muted'],
    ['Con error', informe.con_error, informe.con_error ? 'rojo' : 'muted'],
  ]
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: '8px 32px' }}>
        {cuentas.map(([nombre, cuantas, token]) => (
          <div key={nombre}>
            <Box component="dt" sx={{ fontSize: 12, color: tono('muted') }}>
              {nombre}
            </Box>
            <Box component="dd" sx={{ m: 0, fontSize: 20, fontWeight: 600, color: tono(token) }}>
              {n(cuantas)}
            </Box>
          </div>
        ))}
      </Box>
      {informe.con_error > 0 && <Errores informe={informe} archivo={archivo} />}
      {children}
    </Box>
  )
}

function Errores({ informe, archivo }: { informe: Informe; archivo: string }) {
  const { errores, errores_total: total } = informe
  const mostrados = errores.slice(0, MOSTRADOS)
  return (
    <section aria-label="Líneas con error">
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, mb: 1 }}>
        <Box component="h3" sx={{ m: 0, flex: 1, fontSize: 13, fontWeight: 600 }}>
          Líneas que no se importan
        </Box>
        <Button
          size="small"
          startIcon={<FileDownloadOutlined />}
          onClick={() => downloadErrores(errores, `errores-${archivo.replace(/\.\w+$/, '')}.csv`)}
        >
          Descargar {errores.length < total ? `${n(errores.length)} errores` : 'los errores'}
        </Button>
      </Box>
      <Lista tabIndex={0} aria-label="Líneas con error">
        {mostrados.map((e) => (
          <li key={`${e.linea} ${e.columna} ${e.error}`}>
            <span className="linea">Línea {n(e.linea)}</span>
            <span className="codigo">{e.nombre || '—'}</span>
            <span style={{ color: tono('rojo') }}>
              <b>{e.columna}</b>: {e.error}
            </span>
          </li>
        ))}
        {total > mostrados.length && (
          <li style={{ display: 'block', color: tono('muted') }}>y {n(total - mostrados.length)} más</li>
        )}
      </Lista>
    </section>
  )
}
