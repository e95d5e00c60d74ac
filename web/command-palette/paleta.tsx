import QrCodeScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import SearchIcon from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { soloPanel } from '../app-shell/guardia'
import { buscador } from '../barra/buscador'
import { usePantallas } from '../barra/pantallas'
import { useEmpresa } from '../lib/session/empresa'
import type { Sesion } from '../lib/session/sesion'
import { Fallo } from '../ui/feedback/fallo'
import { useWrite } from '../ui/filtros/write'
import { ListaOpciones, useOpciones } from '../ui/opciones'
import { tono } from '../ui/theme/tono'
import { FilaOpcion } from './fila'
import { gruposOf, idOf, nombreOf, type Opcion } from './opciones'
import { halladosQuery, MIN_LETRAS } from './queries'
import { readRecientes, saveReciente } from './recientes'
import { useAcciones } from './use-acciones'

type Props = { sesion: Sesion; abierta: boolean; onClose: () => void }

/** Command palette: opens any screen, container or action by its name, from the keyboard. */
export function Paleta({ sesion, abierta, onClose }: Props) {
  return (
    <Dialog
      open={abierta}
      onClose={onClose}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': 'Buscar',
          sx: {
            width: 600,
            maxWidth: '100%',
            m: { xs: 2, md: 0 },
            mt: { xs: 2, md: '12vh' },
            maxHeight: { xs: 'calc(100% - 16px)', md: '70vh' },
          },
        },
      }}
    >
      <Contenido sesion={sesion} onClose={onClose} />
    </Dialog>
  )
}

function Contenido({ sesion, onClose }: Omit<Props, 'abierta'>) {
  const [buscado, setBuscado] = useState<string>()
  const [texto, setTexto] = useWrite('', setBuscado)
  const empresa = useEmpresa()
  const { todas: entradas } = usePantallas(sesion)
  const conFichas = !sesion.pendiente && !soloPanel(sesion)
  const acciones = useAcciones(conFichas)
  const navigate = useNavigate()
  const recientes = useMemo(() => readRecientes(sesion.username), [sesion.username])

  const limpio = texto.trim()
  const busca = conFichas && limpio.length >= MIN_LETRAS
  const hallados = useQuery({
    ...halladosQuery(buscado ?? '', empresa),
    enabled: busca && buscado !== undefined && buscado.length >= MIN_LETRAS,
  })
  const grupos = gruposOf({
    texto,
    entradas,
    acciones,
    recientes,
    hallados: busca ? (hallados.data ?? []) : [],
    empresa,
  })
  const opciones = grupos.flatMap((g) => g.opciones)
  // A text whose query is still debounced counts as loading too.
  const buscando = busca && (hallados.isFetching || buscado !== limpio)
  const fallo = busca && !buscando ? hallados.error : null

  const choose = (o: Opcion) => {
    onClose()
    if (o.tipo === 'accion') return o.work()
    if (o.tipo === 'pantalla') {
      saveReciente(sesion.username, { tipo: 'pantalla', to: idOf(o) })
      return void navigate({
        to: o.entrada.to,
        ...('pestana' in o.entrada && { search: { pestana: o.entrada.pestana } as never }),
      })
    }
    saveReciente(sesion.username, o.elegido)
    if (o.elegido.lector)
      // A reader has no file of its own: the inventory shows its details.
      return void navigate({ to: '/poc-status', search: { detalle: o.elegido.mac } as never })
    return void navigate({ to: '/contenedor/$apodo', params: { apodo: nombreOf(o.elegido) } })
  }
  const { campo, lista, opcion, start } = useOpciones(opciones, choose)

  let i = -1
  return (
    <>
      <InputBase
        autoFocus
        fullWidth
        value={texto}
        placeholder="Pantalla, apodo o MAC"
        onChange={(e) => {
          setTexto(e.target.value)
          start()
        }}
        inputProps={{
          ...campo,
          'aria-label': 'Buscar pantallas y contenedores',
          maxLength: 200,
          spellCheck: false,
          enterKeyHint: 'go',
        }}
        startAdornment={<SearchIcon sx={{ mr: 2, fontSize: 20, color: tono('muted') }} />}
        endAdornment={
          conFichas && (
            <IconButton
              aria-label="Escanear para buscar"
              title="Escanear para buscar"
              onClick={() => buscador.set('escaner')}
              sx={{ mr: -2, width: 44, height: 44 }}
            >
              <QrCodeScannerIcon />
            </IconButton>
          )
        }
        sx={{
          flex: 'none',
          px: 4,
          minHeight: 52,
          fontSize: 16,
          borderBottom: `1px solid ${tono('line')}`,
          '& input': { outline: 0 },
        }}
      />
      <Box sx={{ flex: 'none', height: 2 }}>
        {buscando && <LinearProgress aria-label="Buscando" sx={{ height: 2 }} />}
      </Box>
      {opciones.length > 0 && (
        <ListaOpciones {...lista} aria-label="Resultados" sx={{ flex: 1, minHeight: 0 }}>
          {grupos.map((g) => (
            // biome-ignore lint/a11y/useSemanticElements: a list of options has no fieldset.
            <div key={g.titulo} role="group" aria-label={g.titulo}>
              <Box aria-hidden sx={{ px: 2, pt: 3, pb: 1, fontSize: 12, color: tono('muted') }}>
                {g.titulo}
              </Box>
              {g.opciones.map((o) => {
                i += 1
                return (
                  <div key={idOf(o)} {...opcion(i)}>
                    <FilaOpcion opcion={o} />
                  </div>
                )
              })}
            </div>
          ))}
        </ListaOpciones>
      )}
      {fallo && <Fallo texto={fallo.message} onRetry={() => void hallados.refetch()} />}
      <Box role="status" sx={{ px: 4, fontSize: 14, color: tono('muted') }}>
        {buscando && opciones.length === 0 && <Box sx={{ py: 4 }}>Buscando…</Box>}
        {!buscando && !fallo && opciones.length === 0 && <Box sx={{ py: 4 }}>Nada con ese nombre</Box>}
      </Box>
      <Ayuda />
    </>
  )
}

/** The keyboard hints; hidden on a phone. */
function Ayuda() {
  return (
    <Box
      aria-hidden
      sx={{
        flex: 'none',
        display: 'flex',
        gap: 4,
        px: 4,
        py: 2,
        borderTop: `1px solid ${tono('line')}`,
        fontSize: 12,
        color: tono('muted'),
        '@media (pointer: coarse)': { display: 'none' },
      }}
    >
      <span>↑ ↓ para moverte</span>
      <span>Intro para abrir</span>
      <span>Esc para cerrar</span>
    </Box>
  )
}
