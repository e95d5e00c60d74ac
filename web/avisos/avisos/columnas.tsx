import DraftsIcon from '@mui/icons-material/DraftsOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import MarkunreadIcon from '@mui/icons-material/MarkunreadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import { AVISOS } from '#contract/avisos/avisos/values'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { SOLO_LECTOR } from '../../ui/theme/solo-lector'
import { tono } from '../../ui/theme/tono'

type Acciones = { onOpen: (a: Aviso) => void; onMark: (a: Aviso) => void }

/** Text of a notice: bold until it is read; a serious one is marked. */
function Linea({ a }: { a: Aviso }) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', py: 0.5 }}>
      <Box
        aria-hidden
        sx={{
          flex: 'none',
          mt: '6px',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: a.leido ? 'transparent' : tono('brand'),
        }}
      />
      <Box sx={{ fontWeight: a.leido ? 400 : 600, lineHeight: '20px' }}>
        {a.gravedad === 'grave' && (
          <Box
            component="span"
            sx={{ mr: 1.5, color: tono('rojo'), '& svg': { fontSize: 16, verticalAlign: '-3px', mr: 0.5 } }}
          >
            <ErrorIcon />
            Grave
          </Box>
        )}
        {a.texto}
        <span style={SOLO_LECTOR}> {a.leido ? '' : ' (sin leer)'}</span>
      </Box>
    </Box>
  )
}

export const columnasAvisos = ({ onOpen, onMark }: Acciones): Columna<Aviso>[] => [
  {
    id: 'texto',
    titulo: 'Aviso',
    fija: true,
    titular: true,
    entera: true,
    celda: (a) => <Linea a={a} />,
  },
  { id: 'tipo', titulo: 'Tipo', ancho: 208, celda: (a) => AVISOS[a.tipo].nombre },
  { id: 'tiempo', titulo: 'Cuándo', ancho: 168, celda: (a) => <Momento iso={a.tiempo} /> },
  {
    id: 'accion',
    titulo: 'Qué hacer',
    fija: true,
    ancho: 192,
    celda: (a) => (
      <Button
        size="small"
        variant="outlined"
        href={a.enlace}
        aria-label={`${a.boton}: ${a.asunto}`}
        onClick={(e) => {
          if (e.metaKey || e.ctrlKey || e.shiftKey) return
          e.preventDefault()
          onOpen(a)
        }}
        sx={{ whiteSpace: 'nowrap', '@media (pointer: coarse)': { minHeight: 44 } }}
      >
        {a.boton}
      </Button>
    ),
  },
  {
    id: 'leido',
    titulo: 'Marcar',
    sinTitulo: true,
    fija: true,
    ancho: 56,
    celda: (a) => {
      const que = a.leido ? 'Marcar como no leído' : 'Marcar como leído'
      return (
        <IconButton
          size="small"
          title={que}
          aria-label={`${que}: ${a.asunto}`}
          onClick={() => onMark(a)}
          sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
        >
          {a.leido ? <MarkunreadIcon sx={{ fontSize: 18 }} /> : <DraftsIcon sx={{ fontSize: 18 }} />}
        </IconButton>
      )
    },
  },
]
