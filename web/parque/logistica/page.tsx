import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FilaLt } from '#contract/parque/logistica/logistica'
import { COLUMNAS_LT } from '#contract/parque/logistica/values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { corteOf } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useAdministra } from '../../lib/session/sesion'
import { useRecount } from '../../lib/use-recount'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { Reload, useReload } from '../../ui/filtros/reload'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { SOLO_ICONO } from '../../ui/solo-icono'
import { TAMANOS, useBusquedaLogistica } from './busqueda'
import { columnasLogistica, pieOf } from './columnas'
import { tonoOf } from './diferencia'
import { EditLt } from './edit'
import { ImportLt } from './import'
import { Leyenda } from './leyenda'
import { CLAVE, tableroQuery } from './queries'
import { findLt, sumLt } from './sumas'
import { vacioOf } from './vacio'

const idOf = (f: FilaLt) => `${f.empresa}-${f.codigo}`
/** The server's message; without one, the text of the specification. */
const textoDeFallo = (e: Error) =>
  e instanceof ErrorLlamada && e.code !== 'error' ? e.message : 'Error al obtener los datos'
const enFichero = (id: string) => id === COLUMNA_EMPRESA || (COLUMNAS_LT as readonly string[]).includes(id)

/** The board of Montaje Final: number of containers of each code by place. */
export function LogisticaPage() {
  const [busqueda, change] = useBusquedaLogistica()
  const empresa = useEmpresa()
  const administra = useAdministra()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const [importando, setImportando] = useState(false)
  const [editada, setEditada] = useState<FilaLt>()
  const [borrada, setBorrada] = useState<FilaLt>()
  const { buscar, falta, orden, sentido } = busqueda
  const consulta = useQuery(tableroQuery(empresa))
  useRecount(CLAVE)
  const { data } = consulta
  const halladas = useMemo(() => data && findLt(data, buscar, falta === 'si'), [data, buscar, falta])
  const sumas = useMemo(() => sumLt(halladas ?? []), [halladas])
  const columnaEmpresa = useColumnaEmpresa<FilaLt>()
  const columnas = useMemo(
    () =>
      columnasLogistica(
        administra ? { onEdit: setEditada, onRemove: setBorrada } : undefined,
        columnaEmpresa,
      ),
    [administra, columnaEmpresa],
  )
  const reread = () => cliente.invalidateQueries({ queryKey: CLAVE })
  const remove = useMutation({
    mutationFn: (f: FilaLt) =>
      call(api.deleteLt, { params: { codigo: f.codigo }, query: { empresa: f.empresa } }),
    onSuccess: (_, f) => aviso.exito(`LT ${f.codigo} eliminado del catálogo`),
    onError: (e) => aviso.error(e.message),
    onSettled: () => {
      setBorrada(undefined)
      void reread()
    },
  })
  const campo = camposOf({ buscar, falta }, change)
  const filtrado = Boolean(buscar || falta)
  const reload = useReload(consulta.refetch)

  const consultaOf = (visibles: string[]) => ({
    empresa,
    search: buscar,
    falta,
    orden,
    sentido,
    columnas: visibles.filter(enFichero).join(),
  })
  return (
    <>
      <ListScreen
        etiqueta="Tabla MF"
        clave="logistica"
        titulo="Tabla MF"
        cuenta={halladas && data && cuantos(halladas.length, data.length)}
        consulta={consulta}
        falloOf={textoDeFallo}
        fichero={{
          pantalla: 'logistica',
          nombre: 'Tablero_Montaje_Final',
          path: api.exportLogistica.path,
          formatos: ['xlsx'],
          consultaOf,
          vacio: !halladas?.length,
        }}
        acciones={() =>
          administra && (
            <Button
              size="small"
              color="inherit"
              startIcon={<UploadFileOutlined />}
              onClick={() => setImportando(true)}
              sx={SOLO_ICONO}
            >
              Importar
            </Button>
          )
        }
        filtros={
          <Box
            role="search"
            aria-label="Filtros de la tabla MF"
            sx={{
              display: 'flex',
              gap: 1.5,
              px: 4,
              pb: 3,
              flex: 'none',
              flexWrap: { xs: 'wrap', md: 'nowrap' },
              alignItems: 'center',
              '& .buscar': { flex: 1, maxWidth: 320 },
            }}
          >
            <CampoBuscar {...campo('buscar')} placeholder="Buscar LT o descripción" className="buscar" />
            <SelectorFiltro
              {...campo('falta')}
              opciones={['si'] as const}
              tell={() => 'Solo los que faltan'}
              nombre="Faltan"
              todas="Completos o no"
            />
            <Reload onReload={reload} />
            <Leyenda />
          </Box>
        }
        columnas={columnas}
        filas={halladas}
        idOf={idOf}
        vista={JSON.stringify({ buscar, falta })}
        tamanos={TAMANOS}
        {...corteOf(busqueda, change)}
        sinTarjetas
        pie={(columna) => pieOf(sumas, columna, !filtrado)}
        tonoOf={(f) => (tonoOf(f) ? 'amber' : undefined)}
        vacio={vacioOf({ falta, buscar, administra }, change, () => setImportando(true))}
      />
      {importando && (
        <ImportLt
          onClose={() => setImportando(false)}
          onImported={(texto) => {
            setImportando(false)
            aviso.exito(texto)
            void reread()
          }}
        />
      )}
      {editada && (
        <EditLt
          lt={editada}
          onClose={() => setEditada(undefined)}
          onSaved={() => {
            setEditada(undefined)
            aviso.exito('LT guardado')
            void reread()
          }}
        />
      )}
      <Confirm
        abierto={borrada !== undefined}
        titulo={`¿Eliminar el LT ${borrada?.codigo ?? ''} del catálogo?`}
        texto="Deja de contarse en esta tabla y en el plano. Sus contenedores no se tocan. No se puede deshacer, pero se puede volver a importar."
        accion="Eliminar"
        peligro
        ocupado={remove.isPending}
        onConfirm={() => borrada && remove.mutate(borrada)}
        onCancel={() => setBorrada(undefined)}
      />
    </>
  )
}

const cuantos = (halladas: number, todas: number) =>
  halladas === todas
    ? `${todas.toLocaleString('es')} ${todas === 1 ? 'código' : 'códigos'}`
    : `${halladas.toLocaleString('es')} de ${todas.toLocaleString('es')} códigos`
