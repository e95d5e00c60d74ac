import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { InformeDispositivos } from '#contract/parque/dispositivos/dispositivos'
import { api } from '../lib/api/llamadas'
import { upload } from '../lib/api/upload'
import { empresasQuery } from '../lib/opciones'
import { DialogoImportar } from '../ui/importar/dialogo'
import { Lista, mostradasOf, Rotulo } from '../ui/importar/informe'
import { tono } from '../ui/theme/tono'
import { ParaEmpresa } from './empresa/para-empresa'

const PLANTILLA = {
  nombre: 'dispositivos.csv',
  csv: [
    'mac_serie;apodo;tipo_dispositivo;estado;etiqueta;lat;lon',
    'AC233F000001;20014-001;SmartBle;Activado;;;',
    'C30000000001;LEC-01;Reader;Activado;;42,8467;-2,6727',
    '',
  ].join('\r\n'),
}

const cuantos = (v: number, uno: string, varios: string) =>
  `${v.toLocaleString('es')} ${v === 1 ? uno : varios}`

type Props = {
  titulo?: string
  plantilla?: { nombre: string; csv: string }
  /** A file chosen before the dialog opened, checked at once. */
  archivo?: File
  onClose: () => void
  onImported: (texto: string) => void
}

/** Imports devices of a company from a file. */
export const ImportAltas = ({ titulo = 'Importar dispositivos', ...props }: Props) => (
  <ParaEmpresa titulo={titulo} onClose={props.onClose}>
    {(empresa) => <ImportAltasDe {...props} titulo={titulo} empresa={empresa} />}
  </ParaEmpresa>
)

function ImportAltasDe({
  titulo,
  empresa,
  plantilla = PLANTILLA,
  archivo,
  onClose,
  onImported,
}: Props & { titulo: string; empresa: number }) {
  const empresas = useQuery(empresasQuery)
  const nombre = empresas.data?.find((e) => e.id === empresa)?.nombre ?? `la empresa ${empresa}`
  return (
    <DialogoImportar<InformeDispositivos>
      titulo={titulo}
      archivo={archivo}
      ayuda={
        <>
          Un Excel o un CSV con las columnas <b>mac_serie</b> y <b>apodo</b>, y si hacen falta{' '}
          <b>tipo_dispositivo</b>, <b>estado</b>, <b>etiqueta</b>, <b>lat</b> y <b>lon</b> (solo lectores),
          para {nombre}. Los dispositivos que ya están se actualizan; una celda vacía deja lo que hay.
        </>
      }
      plantilla={plantilla}
      nombrados={['dispositivo', 'dispositivos']}
      pregunta={({ series }) => {
        if (series === 0) return undefined
        return series === 1
          ? 'Lo que no es una MAC en 1 fila es un número de serie'
          : `Lo que no es una MAC en ${series.toLocaleString('es')} filas son números de serie`
      }}
      rehearse={(f, si) =>
        upload(api.importDispositivos, f, { ensayo: 'true', series: si ? 'true' : 'false', empresa })
      }
      startImport={(f, { id, signal, soloBuenas, confirmado }) => {
        const con_errores = soloBuenas ? ('omitir' as const) : ('impedir' as const)
        const series = confirmado ? ('true' as const) : ('false' as const)
        return upload(api.importDispositivos, f, { con_errores, series, empresa, exportacion: id }, signal)
      }}
      cambios={(informe) => <Cambios informe={informe} />}
      onClose={onClose}
      onImported={(i) =>
        onImported(
          `Dispositivos importados: ${cuantos(i.nuevas, 'nuevo', 'nuevos')}, ${cuantos(i.cambiadas, 'cambiado', 'cambiados')}`,
        )
      }
    />
  )
}

function Cambios({ informe }: { informe: InformeDispositivos }) {
  const { cambios, nuevas, cambiadas } = informe
  if (cambios.length === 0) return null
  return (
    <section aria-label="Cambios">
      <Rotulo>Qué cambia{mostradasOf(cambios.length, nuevas + cambiadas)}</Rotulo>
      <Lista tabIndex={0} aria-label="Dispositivos nuevos y cambiados">
        {cambios.map((c) => (
          <li key={c.linea}>
            <span className="linea">{c.campos ? 'Cambia' : 'Nuevo'}</span>
            <span className="codigo">{c.apodo}</span>
            <span>
              {c.campos
                ? c.campos.map((f) => (
                    <Box component="span" key={f.columna} sx={{ display: 'block' }}>
                      {f.columna}: <span style={{ color: tono('muted') }}>{f.antes || '—'} →</span>{' '}
                      {f.despues || '—'}
                    </Box>
                  ))
                : c.mac}
            </span>
          </li>
        ))}
      </Lista>
    </section>
  )
}
