import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PrevisionPasada, SeriePrevista } from '#contract/flujo/prevision/prevision'
import { porCiento } from '../../../lib/formato'
import { useEmpresa } from '../../../lib/session/empresa'
import { useAhora } from '../../../lib/time/ahora'
import { useZona } from '../../../lib/time/zona'
import { TituloDialogo } from '../../../ui/feedback/titulo-dialogo'
import { Momento } from '../../../ui/momento'
import { Tabla } from '../../../ui/tabla/tabla'
import type { Columna } from '../../../ui/tabla/tipos'
import { tono } from '../../../ui/theme/tono'
import { decimal } from '../textos'
import { Banda } from './banda'
import { pasadasQuery } from './queries'
import {
  formatAvisos,
  formatCuando,
  formatEnsayo,
  formatFalta,
  formatHora,
  formatJuzgadas,
  nombreOf,
  SIN_PREVISION,
} from './textos'

const FILAS = 10
const TITULO = 'titulo-serie'

const PASADAS: Columna<PrevisionPasada>[] = [
  { id: 'emitida', titulo: 'Hecha', titular: true, ancho: 170, celda: (p) => <Momento iso={p.emitida} /> },
  { id: 'stock', titulo: 'Había', numerica: true, ancho: 90, celda: (p) => p.stock.toLocaleString('es') },
  {
    id: 'p',
    titulo: 'Probabilidad de falta',
    numerica: true,
    ancho: 130,
    celda: (p) => (p.p_falta === null ? '—' : porCiento(p.p_falta)),
  },
  {
    id: 'falto',
    titulo: 'Qué pasó',
    celda: (p) =>
      !p.juzgada ? (
        'Aún no se sabe'
      ) : p.falto ? (
        <>
          Faltaron desde <Momento iso={p.falto} />
        </>
      ) : (
        'No faltaron'
      ),
  },
  {
    id: 'error',
    titulo: 'Error',
    numerica: true,
    ancho: 90,
    celda: (p) => (p.error === null ? '—' : decimal(p.error)),
  },
  {
    id: 'dentro',
    titulo: 'En la banda',
    numerica: true,
    ancho: 110,
    celda: (p) => (p.miradas ? `${p.dentro} de ${p.miradas}` : '—'),
  },
]

/** Past forecasts with their outcomes, from which the accuracy was calculated. */
function Pasadas({ s }: { s: SeriePrevista }) {
  const [ver, setVer] = useState<'avisos' | 'juzgadas'>(
    s.avisos.contados + s.avisos.pendientes > 0 ? 'avisos' : 'juzgadas',
  )
  const [pagina, setPagina] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useQuery(
    pasadasQuery(s.id, ver, pagina, FILAS, useEmpresa()),
  )
  return (
    <Tabla
      etiqueta="Previsiones anteriores"
      titulo={
        <ToggleButtonGroup
          size="small"
          exclusive
          value={ver}
          aria-label="Qué previsiones anteriores"
          onChange={(_, v: 'avisos' | 'juzgadas' | null) => {
            if (!v) return
            setVer(v)
            setPagina(1)
          }}
        >
          <ToggleButton value="avisos">Avisos</ToggleButton>
          <ToggleButton value="juzgadas">Todas las cumplidas</ToggleButton>
        </ToggleButtonGroup>
      }
      columnas={PASADAS}
      filas={data?.data}
      idOf={(p) => p.emitida}
      tamanos={[FILAS]}
      paginacion={{ pagina, filas: FILAS, total: data?.total ?? 0, onPagina: setPagina, onFilas: () => {} }}
      actualizando={isPlaceholderData}
      error={error && !data ? error.message : undefined}
      onRetry={() => void refetch()}
      vacio={
        <Typography sx={{ p: 3, color: tono('muted') }}>
          {ver === 'avisos' ? 'Ningún aviso se adelantó a una falta.' : 'Todavía no se ha cumplido ninguna.'}
        </Typography>
      }
    />
  )
}

/** The forecast of a series by hour, and its accuracy so far. */
export function DetalleSerie({ s, onClose }: { s: SeriePrevista; onClose: () => void }) {
  const zona = useZona()
  const ahora = useAhora()
  const falta = formatFalta(s, zona, ahora)
  const palabras = [
    formatAvisos(s),
    s.juzgadas && formatJuzgadas(s.juzgadas),
    s.ensayo && formatEnsayo(s.ensayo),
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={TITULO}
      maxWidth="md"
      fullWidth
      fullScreen={useMediaQuery('(max-width:600px)')}
    >
      <TituloDialogo id={TITULO} onClose={onClose}>
        {nombreOf(s)}
      </TituloDialogo>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        <Box>
          <Typography sx={{ color: tono(falta.token), fontWeight: 600 }}>{falta.texto}</Typography>
          <Typography variant="body2" sx={{ color: tono('muted') }}>
            {s.stock.toLocaleString('es')} {formatCuando(s.momento, zona, ahora)}
            {s.familia === '*' && `. Familias: ${s.familias.join(', ')}`}
          </Typography>
        </Box>
        {s.estado === 'prevista' ? (
          <>
            <Banda s={s} />
            {s.p_horas.length > 0 && (
              <Typography variant="body2" sx={{ color: tono('muted') }}>
                La banda dice cuántos habrá a cada hora, 8 de cada 10 veces. Abajo, en rojo, la probabilidad
                de que antes de esa hora hayan bajado del mínimo en algún momento: por eso puede ser alta
                aunque la banda apenas lo toque.
              </Typography>
            )}
            <Horas s={s} zona={zona} ahora={ahora} />
          </>
        ) : (
          <Typography>{SIN_PREVISION[s.estado]}</Typography>
        )}
        <Box sx={{ display: 'grid', gap: 1 }}>
          {palabras.map((p) => p && <Typography key={p}>{p}</Typography>)}
        </Box>
        <Pasadas s={s} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cerrar</Button>
      </DialogActions>
    </Dialog>
  )
}

type Hora = { iso: string; q10: number; q50: number; q90: number; p: number | undefined }

function Horas({ s, zona, ahora }: { s: SeriePrevista; zona: string; ahora: number }) {
  const horas = s.horas.map(
    (iso, i): Hora => ({
      iso,
      q10: s.q10[i] as number,
      q50: s.q50[i] as number,
      q90: s.q90[i] as number,
      p: s.p_horas[i],
    }),
  )
  const entero = (v: number) => Math.round(v).toLocaleString('es')
  const columnas: Columna<Hora>[] = [
    {
      id: 'hora',
      titulo: 'Hora de trabajo',
      titular: true,
      celda: (h) => formatHora(h.iso, zona, ahora).replace(/^las /, 'Hoy a las '),
    },
    { id: 'q50', titulo: 'Lo más probable', numerica: true, celda: (h) => entero(h.q50) },
    {
      id: 'banda',
      titulo: 'Entre (8 de cada 10 veces)',
      numerica: true,
      celda: (h) => `${entero(h.q10)} y ${entero(h.q90)}`,
    },
  ]
  if (s.p_horas.length)
    columnas.push({
      id: 'falta',
      titulo: 'Haber bajado ya del mínimo',
      numerica: true,
      celda: (h) => (h.p === undefined ? '—' : porCiento(h.p)),
    })
  const cada = horas.filter((_, i) => [0, 1, 3, 5, 7, 11, 15, 19, 23].includes(i))
  return (
    <Tabla etiqueta="Previsión por horas" columnas={columnas} filas={cada} idOf={(h) => h.iso} vacio={null} />
  )
}
