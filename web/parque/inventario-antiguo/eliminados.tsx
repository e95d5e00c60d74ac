import CloseIcon from '@mui/icons-material/Close'
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Eliminado } from '#contract/parque/dispositivos/inventario'
import { ChipTipo } from '../../dominio/chip-estado'
import { type Resultado, Resultados } from '../../dominio/resultados'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { addCaben, CABEN } from '../../lib/caben'
import { fechaHora } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { useZona } from '../../lib/time/zona'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { eliminadosQuery } from './queries'

const TAMANOS = addCaben([10, 20, 50, 100])
const MONO = { fontFamily: LETRA_MONO, fontSize: 12 }
const NINGUNO: ReadonlySet<string> = new Set()
const idOf = (d: Eliminado) => String(d.id)

function Cuando({ iso }: { iso: string }) {
  return <span>{fechaHora(iso, useZona())}</span>
}

const COLUMNAS: Columna<Eliminado>[] = [
  { id: 'Name', titulo: 'Name', fija: true, celda: (d) => <span style={MONO}>{d.Name}</span> },
  {
    id: 'Dispositivo',
    titulo: 'Dispositivo',
    ancho: 144,
    celda: (d) => <span style={MONO}>{d.Dispositivo}</span>,
  },
  {
    id: 'TipoDispositivo',
    titulo: 'TipoDispositivo',
    ancho: 136,
    celda: (d) => <ChipTipo tipo={d.TipoDispositivo} />,
  },
  { id: 'eliminado', titulo: 'Eliminado', ancho: 168, celda: (d) => <Cuando iso={d.eliminado} /> },
]

type Props = { abierto: boolean; onClose: () => void; onRestored: () => void }

/** Deleted devices, with an action that restores them. */
export function Eliminados({ abierto, onClose, onRestored }: Props) {
  const empresa = useEmpresa()
  const aviso = useAviso()
  const [name, setName] = useState<string>()
  const [corte, setCorte] = useState({ page: 1, per_page: CABEN })
  const [ids, setIds] = useState(NINGUNO)
  const [ocupado, setOcupado] = useState(false)
  const [resultados, setResultados] = useState<Resultado[]>()
  const consulta = useQuery({ ...eliminadosQuery({ name, empresa, ...corte }), enabled: abierto })

  const restore = async () => {
    setOcupado(true)
    try {
      const r = await call(api.restoreDevices, { body: { ids: [...ids].map(Number) } })
      const fallos = r.resultados.filter((x) => x.status === 'error')
      if (fallos.length === 0) aviso.exito('Dispositivos restaurados correctamente')
      else
        setResultados(
          r.resultados.map((x) => ({
            nombre: x.Name ?? String(x.id),
            hecho: x.status === 'success',
            motivo: x.message,
          })),
        )
      setIds(new Set(fallos.map((x) => String(x.id))))
      setCorte({ ...corte, page: 1 })
      onRestored()
    } catch (causa) {
      aviso.error(`Error al restaurar dispositivos: ${(causa as Error).message}`)
    }
    setOcupado(false)
  }

  return (
    <Drawer
      anchor="right"
      open={abierto}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': 'Dispositivos eliminados',
          sx: { width: 'min(760px, 100vw)' },
        },
      }}
    >
      <Tabla
        etiqueta="Dispositivos eliminados"
        clave="eliminados"
        titulo={
          <Typography variant="h3" component="h2" noWrap>
            Dispositivos eliminados
          </Typography>
        }
        acciones={() => (
          <IconButton aria-label="Cerrar" onClick={onClose} sx={{ order: 9 }}>
            <CloseIcon sx={{ fontSize: 20 }} />
          </IconButton>
        )}
        filtros={
          <Box sx={{ display: 'flex', gap: 2, px: 4, pb: 3 }}>
            <Box sx={{ flex: 1, display: 'grid', maxWidth: 320 }}>
              <CampoBuscar
                valor={name}
                onChange={(valor) => {
                  setName(valor)
                  setCorte({ ...corte, page: 1 })
                  setIds(NINGUNO)
                }}
                placeholder="Nombre o MAC"
              />
            </Box>
            <Button
              variant="contained"
              startIcon={<RestoreIcon />}
              loading={ocupado}
              loadingPosition="start"
              disabled={ids.size === 0}
              onClick={() => void restore()}
            >
              Restaurar{ids.size > 0 ? ` (${ids.size.toLocaleString('es')})` : ''}
            </Button>
          </Box>
        }
        columnas={COLUMNAS}
        filas={consulta.data?.data}
        idOf={idOf}
        vista={name}
        tamanos={TAMANOS}
        paginacion={{
          pagina: corte.page,
          filas: corte.per_page,
          total: consulta.data?.total ?? 0,
          onPagina: (page) => setCorte({ ...corte, page }),
          onFilas: (per_page) => setCorte({ page: 1, per_page }),
        }}
        seleccion={{ ids, onChange: setIds }}
        actualizando={consulta.isPlaceholderData}
        error={consulta.error && !consulta.data ? consulta.error.message : undefined}
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto={name ? 'Ningún dispositivo eliminado se llama así' : 'No hay dispositivos eliminados'}
            ayuda={name ? 'Prueba con otra parte del nombre o de la MAC.' : undefined}
          />
        }
      />
      <Resultados
        titulo="Restaurar dispositivos"
        resultados={resultados}
        onClose={() => setResultados(undefined)}
      />
    </Drawer>
  )
}
