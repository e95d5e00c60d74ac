import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import ReportOutlined from '@mui/icons-material/ReportOutlined'
import SensorsOff from '@mui/icons-material/SensorsOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLive } from '../../../lib/api/live'
import { haceCuanto } from '../../../lib/formato'
import { recuerdoDePestana } from '../../../lib/recuerdo'
import { useAhora } from '../../../lib/time/ahora'
import { resumenIncidenciasQuery } from '../queries'
import { NotaFlotante } from './nota-flotante'

const VISTO = 'retorna.mapa.incidencias'
const LECTORES_VISTOS = 'retorna.mapa.lectores'
const NOMBRES = 3

/** Incidents of the last days, once per session. */
function AvisoIncidencias({ empresa, onSee }: { empresa: number | undefined; onSee: () => void }) {
  const [visto, setVisto] = useState(() => recuerdoDePestana.get(VISTO) !== null)
  const { data } = useQuery({ ...resumenIncidenciasQuery(empresa), enabled: !visto })
  if (visto || !data || data.totalIncidencias === 0) return null
  const close = () => {
    recuerdoDePestana.set(VISTO, '1')
    setVisto(true)
  }
  return (
    <NotaFlotante
      token="azul"
      icono={<ReportOutlined />}
      texto={`¡Aviso de Incidencias!  Ha habido ${data.totalIncidencias} incidencias en ${data.contenedoresUnicos} contenedores diferentes.`}
      accion={
        <Button
          size="small"
          variant="outlined"
          sx={{ flex: 'none', whiteSpace: 'nowrap' }}
          onClick={() => {
            close()
            onSee()
          }}
        >
          Ver Incidencias
        </Button>
      }
      onClose={close}
    />
  )
}

/** One notice for all silent readers; it comes back when another reader falls silent. */
function AvisoLectores() {
  const { lectoresSinSenal } = useLive()
  const navigate = useNavigate()
  const ahora = useAhora()
  const [vistos, setVistos] = useState(() => new Set(recuerdoDePestana.get(LECTORES_VISTOS)?.split(' ')))
  if (lectoresSinSenal.every((l) => vistos.has(l.mac))) return null
  const nombres = lectoresSinSenal.slice(0, NOMBRES).map((l) => l.apodo ?? l.mac)
  const resto = lectoresSinSenal.length - nombres.length
  const lista = new Intl.ListFormat('es').format(resto > 0 ? [...nombres, `${resto} más`] : nombres)
  const primero = lectoresSinSenal.length === 1 ? haceCuanto(lectoresSinSenal[0]?.desde, ahora) : null
  const texto = primero
    ? `Lector sin señal: ${lista} (${primero}). Sus contenedores conservan el último estado.`
    : lectoresSinSenal.length === 1
      ? `Lector sin señal: ${lista}. Sus contenedores conservan el último estado.`
      : `${lectoresSinSenal.length} lectores sin señal: ${lista}. Sus contenedores conservan el último estado.`
  const close = () => {
    const macs = lectoresSinSenal.map((l) => l.mac)
    recuerdoDePestana.set(LECTORES_VISTOS, macs.join(' '))
    setVistos(new Set(macs))
  }
  return (
    <NotaFlotante
      token="amber"
      icono={<SensorsOff />}
      texto={texto}
      accion={
        <Button
          size="small"
          variant="outlined"
          sx={{ flex: 'none', whiteSpace: 'nowrap' }}
          onClick={() => void navigate({ to: '/causas', search: { estado: 'abiertas' } as never })}
        >
          Ver averías
        </Button>
      }
      breve
      onClose={close}
    />
  )
}

type Props = {
  empresa: number | undefined
  onSee: () => void
  /** Why no markers are shown. */
  fallo: string | undefined
  onRetry: () => void
  /** The active filters, on layouts where nothing else shows them. */
  filtros: ReactNode
}

export function AvisosMapa({ empresa, onSee, fallo, onRetry, filtros }: Props) {
  return (
    <Box
      sx={{
        position: 'absolute',
        zIndex: 3,
        inset: '12px 12px auto',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        justifyItems: 'start',
        pointerEvents: 'none',
      }}
    >
      {filtros}
      {fallo && (
        <NotaFlotante
          token="rojo"
          role="alert"
          icono={<ErrorOutlined />}
          texto={`No se han podido cargar los marcadores. ${fallo}`}
          accion={
            <Button size="small" onClick={onRetry}>
              Reintentar
            </Button>
          }
        />
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 1.5,
          justifyItems: 'start',
          width: '100%',
          // A phone has space for one; the next shows when it is closed.
          '@media (max-width: 899.95px)': { '& > :not(:first-child)': { display: 'none' } },
        }}
      >
        <AvisoIncidencias empresa={empresa} onSee={onSee} />
        <AvisoLectores />
      </Box>
    </Box>
  )
}
