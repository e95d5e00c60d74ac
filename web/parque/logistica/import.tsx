import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { InformeLt } from '#contract/parque/logistica/logistica'
import { ParaEmpresa } from '../../dominio/empresa/para-empresa'
import { api } from '../../lib/api/llamadas'
import { upload } from '../../lib/api/upload'
import { empresasQuery } from '../../lib/opciones'
import { DialogoImportar } from '../../ui/importar/dialogo'
import { Lista, mostradasOf, Rotulo } from '../../ui/importar/informe'
import { tono } from '../../ui/theme/tono'

const PLANTILLA = { nombre: 'lt.csv', csv: 'codigo;descripcion;total\r\n41001;Refuerzo pilar A;12\r\n' }

type Props = { onClose: () => void; onImported: (texto: string) => void }

const n = (v: number) => v.toLocaleString('es')
const cuantos = (v: number, uno: string, varios: string) => `${n(v)} ${v === 1 ? uno : varios}`

const TITULO = 'Importar el catálogo de LT'

/** Imports the LT catalogue of a company from a CSV. */
export const ImportLt = (props: Props) => (
  <ParaEmpresa titulo={TITULO} onClose={props.onClose}>
    {(empresa) => <ImportLtDe {...props} empresa={empresa} />}
  </ParaEmpresa>
)

function ImportLtDe({ empresa, onClose, onImported }: Props & { empresa: number }) {
  const empresas = useQuery(empresasQuery)
  const nombre = empresas.data?.find((e) => e.id === empresa)?.nombre ?? `la empresa ${empresa}`
  return (
    <DialogoImportar<InformeLt>
      titulo={TITULO}
      ayuda={
        <>
          Un Excel o un CSV con las columnas <b>codigo</b>, <b>descripcion</b> y <b>total</b>, para {nombre}.
          Los códigos que ya están se actualizan; los que no están en el archivo se quedan como están.
        </>
      }
      plantilla={PLANTILLA}
      nombrados={['código', 'códigos']}
      rehearse={(f) => upload(api.importLogistica, f, { ensayo: 'true', empresa })}
      startImport={(f, { signal }) => upload(api.importLogistica, f, { ensayo: 'false', empresa }, signal)}
      cambios={(informe) => <Cambios informe={informe} />}
      onClose={onClose}
      onImported={(i) =>
        onImported(
          `Catálogo importado: ${cuantos(i.nuevas, 'nuevo', 'nuevos')}, ${cuantos(i.cambiadas, 'cambiado', 'cambiados')}`,
        )
      }
    />
  )
}

function Cambios({ informe }: { informe: InformeLt }) {
  const { cambios, nuevas, cambiadas } = informe
  if (cambios.length === 0) return null
  return (
    <section aria-label="Cambios">
      <Rotulo>Qué cambia{mostradasOf(cambios.length, nuevas + cambiadas)}</Rotulo>
      <Lista tabIndex={0} aria-label="Códigos nuevos y cambiados">
        {cambios.map((c) => (
          <li key={c.linea}>
            <span className="linea">{c.antes ? 'Cambia' : 'Nuevo'}</span>
            <span className="codigo">{c.codigo}</span>
            <span>
              {c.antes && (
                <Box component="span" sx={{ color: tono('muted') }}>
                  {c.antes.descripcion || 'Sin descripción'} · {n(c.antes.total)} →{' '}
                </Box>
              )}
              {c.descripcion || 'Sin descripción'} · {n(c.total)}
            </span>
          </li>
        ))}
      </Lista>
    </section>
  )
}
