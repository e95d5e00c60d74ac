import AddIcon from '@mui/icons-material/Add'
import KeyOffIcon from '@mui/icons-material/KeyOffOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Lector } from '#contract/parque/lectores/lectores'
import { validateBusquedaUsuarios } from '../../dominio/administracion/busqueda'
import { lectoresQuery, useEmpresas } from '../../dominio/administracion/queries'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { usePaginas } from '../../dominio/administracion/use-paginas'
import { RelojLector } from '../../dominio/reloj-lector'
import { UltimoRegistro } from '../../dominio/ultimo-registro'
import { call } from '../../lib/api/api'
import { useDireccion, useEncima } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { useZona } from '../../lib/time/zona'
import celda from '../../ui/celda.module.css'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { MenuFila } from '../../ui/menu-fila'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

const Puesta = lazy(() => import('./puesta/puesta').then((m) => ({ default: m.Puesta })))
const ImportLectores = lazy(() => import('./import').then((m) => ({ default: m.ImportLectores })))

/** Value in the address: a new reader. */
const NUEVO = 'nuevo'
const ACCION = { minHeight: 36, flex: 'none', whiteSpace: 'nowrap' } as const

const idOf = (l: Lector) => l.mac
const nombreOf = (l: Lector) => l.Apodo ?? l.mac

/** `—` for a reader that was never heard; tenths only for small values. */
function porMinuto(n: number | null): string {
  return n === null ? '—' : n.toLocaleString('es', { maximumFractionDigits: n < 10 ? 1 : 0 })
}

export function ListaLectores({ selector }: { selector: ReactNode }) {
  const empresa = useEmpresa()
  const zona = useZona()
  const { nombreOf: nombreEmpresa } = useEmpresas()
  const paginas = usePaginas()
  const consulta = useQuery(lectoresQuery(empresa))
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const [importando, setImportando] = useState(false)
  const aviso = useAviso()
  const { open, close } = useEncima(change, 'lector')
  const [porRevocar, setPorRevocar] = useState<Lector>()
  const revocar = useCambio(
    (l: Lector) => call(api.removeCredencial, { params: { mac: l.mac } }),
    (l) => `Credencial de ${nombreOf(l)} revocada`,
  )
  const columnas = useMemo<Columna<Lector>[]>(
    () => [
      {
        id: 'Apodo',
        titulo: 'Lector',
        fija: true,
        titular: true,
        valor: nombreOf,
        celda: (l) => (
          <button
            type="button"
            className={celda.enlace}
            title="Configurar el lector"
            onClick={() => open(l.mac)}
          >
            {nombreOf(l)}
          </button>
        ),
      },
      {
        id: 'mac',
        titulo: 'MAC',
        ancho: 136,
        valor: (l) => l.mac,
        celda: (l) => <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{l.mac}</span>,
      },
      {
        id: 'empresa',
        titulo: 'Empresa',
        ancho: 176,
        valor: (l) => nombreEmpresa(l.empresa),
        celda: (l) => nombreEmpresa(l.empresa),
      },
      {
        id: 'Ubicacion',
        titulo: 'Ubicación',
        ancho: 152,
        valor: (l) => l.Ubicacion,
        celda: (l) => l.Ubicacion ?? '—',
      },
      {
        id: 'UltimoRegistro',
        titulo: 'Último registro',
        ancho: 144,
        valor: (l) => (l.UltimoRegistro ? Date.parse(l.UltimoRegistro) : null),
        celda: (l) => <UltimoRegistro iso={l.UltimoRegistro} empresa={l.empresa} />,
      },
      {
        id: 'mensajes_minuto',
        titulo: 'Mensajes/min',
        numerica: true,
        ancho: 128,
        valor: (l) => l.mensajes_minuto,
        celda: (l) => <span title="En el último minuto">{porMinuto(l.mensajes_minuto)}</span>,
      },
      {
        id: 'desfase_s',
        titulo: 'Desfase del reloj',
        numerica: true,
        ancho: 136,
        valor: (l) => (l.desfase_s === null ? null : Math.abs(l.desfase_s)),
        celda: (l) => <RelojLector l={l} />,
      },
      {
        id: 'oidos',
        titulo: 'Oye ahora',
        numerica: true,
        ancho: 104,
        valor: (l) => l.oidos,
        celda: (l) => l.oidos.toLocaleString('es'),
      },
      {
        id: 'credencial',
        titulo: 'Credencial',
        ancho: 272,
        valor: (l) => l.credencial?.creada,
        celda: (l) =>
          l.rechazo ? (
            <span
              title={`${fechaHora(l.rechazo.cuando, zona)}: ${l.rechazo.detalle}`}
              style={{ color: tono('amber'), fontWeight: 550 }}
            >
              {l.rechazo.detalle}
            </span>
          ) : l.credencial ? (
            <Chip size="small" label={l.credencial.puente ? 'Emitida, puente' : 'Emitida'} />
          ) : (
            <span style={{ color: tono('muted') }}>Sin credencial</span>
          ),
      },
      {
        id: 'acciones',
        titulo: 'Acciones',
        sinTitulo: true,
        fija: true,
        ancho: 56,
        celda: (l) => (
          <MenuFila
            de={nombreOf(l)}
            opciones={[
              { texto: 'Configurar', Icono: SettingsIcon, onClick: () => open(l.mac) },
              ...(l.credencial
                ? [
                    {
                      texto: 'Revocar credencial',
                      Icono: KeyOffIcon,
                      peligro: true,
                      onClick: () => setPorRevocar(l),
                    },
                  ]
                : []),
            ]}
          />
        ),
      },
    ],
    [nombreEmpresa, open, zona],
  )
  return (
    <>
      <Tabla
        etiqueta="Lectores"
        clave="admin-lectores"
        titulo={selector}
        acciones={() => (
          <>
            <Button
              size="small"
              color="inherit"
              startIcon={<UploadFileOutlined />}
              onClick={() => setImportando(true)}
              sx={ACCION}
            >
              Importar
            </Button>
            <Button size="small" startIcon={<AddIcon />} onClick={() => open(NUEVO)} sx={ACCION}>
              Añadir
            </Button>
          </>
        )}
        columnas={columnas}
        filas={consulta.data}
        idOf={idOf}
        ordenInicial={{ columna: 'Apodo', sentido: 'asc' }}
        {...paginas}
        error={
          consulta.error && !consulta.data
            ? `No se han podido cargar los lectores. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto="No hay lectores"
            ayuda="Un lector oye los dispositivos que tiene cerca. Añade el primero: su hoja lleva paso a paso hasta que se le oye."
            accion={
              <Button variant="contained" onClick={() => open(NUEVO)}>
                Añadir lector
              </Button>
            }
          />
        }
      />
      {busqueda.lector && (
        <Suspense>
          <Puesta
            mac={busqueda.lector === NUEVO ? undefined : busqueda.lector}
            onCreated={(mac) => void change({ lector: mac }, true)}
            onClose={close}
          />
        </Suspense>
      )}
      {importando && (
        <Suspense>
          <ImportLectores
            onClose={() => setImportando(false)}
            onImported={(texto) => {
              setImportando(false)
              aviso.exito(texto)
              void consulta.refetch()
            }}
          />
        </Suspense>
      )}
      <Confirm
        abierto={porRevocar !== undefined}
        peligro
        titulo="Revocar credencial"
        texto={`${porRevocar ? nombreOf(porRevocar) : ''} dejará de poder enviar lecturas hasta que le emitas otra credencial.`}
        accion="Revocar"
        ocupado={revocar.isPending}
        onCancel={() => setPorRevocar(undefined)}
        onConfirm={() =>
          porRevocar && revocar.mutate(porRevocar, { onSettled: () => setPorRevocar(undefined) })
        }
      />
    </>
  )
}
