import { z } from 'zod'
import {
  Aviso,
  Entrega,
  PreferenciasAviso,
  Prueba as PruebaAviso,
  Suscripcion,
  Webhook,
} from './avisos/avisos'
import { EstadoCorreo } from './avisos/correo'
import { Vista } from './avisos/vistas'
import { Calendario, Calendarios } from './ciclos/calendario'
import { Ciclo, Ciclos, Etapa } from './ciclos/ciclos'
import { FilaCiclo } from './ciclos/cuadro'
import { SeriePrevista } from './ciclos/prevision'
import { ErrorApi, SinContenido } from './comunes'
import { InformeAlbaranes } from './dispositivos/albaranes'
import {
  Dicho,
  FilaDiferencia,
  FilaEnCuenta,
  FilaExtracto,
  Oido,
  PruebaDada,
  Saldo,
} from './dispositivos/custodia'
import { AltaDispositivo, Celda, Dispositivo, InformeDispositivos } from './dispositivos/dispositivos'
import { FilaDisputa } from './dispositivos/disputas'
import { Estancia } from './dispositivos/estancias'
import {
  DispositivoAntiguo,
  Hecho as DispositivoCambiado,
  Eliminado,
  ResultadoId,
  ResultadoMac,
} from './dispositivos/inventario'
import { Lector } from './dispositivos/lectores'
import { FilaLt, InformeLt } from './dispositivos/logistica'
import { FilaMerma } from './dispositivos/merma'
import {
  Precio,
  Quien as QuienBusca,
  Resultados as ResultadosAsientos,
  Vuelve,
} from './dispositivos/perdidas'
import { FilaPila, ModeloPila } from './dispositivos/pilas'
import { InformePrecios } from './dispositivos/precios'
import { AjusteRecuentos } from './dispositivos/recuento/ajuste'
import { AlLibro, FrenteAlLibro } from './dispositivos/recuento/libro'
import { Cifras as CifrasRecuento, Linea as LineaRecuento, Recuento } from './dispositivos/recuentos'
import { DatosTercero, ExtractoMensual, Tercero } from './dispositivos/terceros'
import { Transicion } from './dispositivos/transiciones'
import { FilaEstado, InformeUbicaciones, Plano, Ubicacion } from './dispositivos/ubicaciones'
import {
  Datos as AjustesEpcis,
  AjustesQueCasan as CambioAjustesEpcis,
  LugarEpcis,
  SuscripcionEpcis,
} from './epcis/ajustes'
import { Coleccion as ColeccionEpcis } from './epcis/epcis'
import { Causa, EvidenciaCausa } from './eventos/causas'
import { Evento } from './eventos/eventos'
import { ColumnaGrafico } from './eventos/graficos'
import { Cifra, Contado, Linea as LineaHoy, Semana } from './eventos/hoy'
import { Incidencia, Lote as LoteIncidencias } from './eventos/incidencias'
import { ErrorCelda } from './importar'
import { Puntuacion } from './juego'
import { Modelos, Paseo, Resumen as ResumenCalibracion } from './lecturas/calibracion'
import { Recibo } from './lecturas/lecturas'
import { Creada as CarpetaOManual, Pasaje } from './manuales'
import { InstalacionSalud, PlantaSalud } from './salud'
import { AjustesEmpresa, CambioAjustes, Plazos, Umbral } from './usuarios/ajustes'
import { Anotacion } from './usuarios/auditoria'
import { ClaveApi } from './usuarios/claves-api'
import { SesionAbierta } from './usuarios/perfil'
import { Empresa, UsuarioSesion } from './usuarios/sesion'
import { Seguridad, Usuario } from './usuarios/usuarios'

/**
 * Schemas that OpenAPI names, so that a generated client has one type for each: a name here is a promise to those clients. A test holds that
 * what several calls share is among them.
 */
const NAMED = {
  ErrorApi,
  SinContenido,
  ErrorCelda,
  Puntuacion,
  Pasaje,
  CarpetaOManual,
  InstalacionSalud,
  PlantaSalud,
  Aviso,
  Entrega,
  PreferenciasAviso,
  PruebaAviso,
  Suscripcion,
  Webhook,
  EstadoCorreo,
  Vista,
  Calendario,
  Calendarios,
  Ciclo,
  Ciclos,
  Etapa,
  FilaCiclo,
  SeriePrevista,
  InformeAlbaranes,
  Dicho,
  FilaDiferencia,
  FilaEnCuenta,
  FilaExtracto,
  Oido,
  PruebaDada,
  Saldo,
  AltaDispositivo,
  Celda,
  Dispositivo,
  InformeDispositivos,
  FilaDisputa,
  Estancia,
  DispositivoAntiguo,
  Eliminado,
  DispositivoCambiado,
  ResultadoId,
  ResultadoMac,
  Lector,
  FilaLt,
  InformeLt,
  FilaMerma,
  Precio,
  QuienBusca,
  ResultadosAsientos,
  Vuelve,
  FilaPila,
  ModeloPila,
  InformePrecios,
  AjusteRecuentos,
  AlLibro,
  FrenteAlLibro,
  CifrasRecuento,
  LineaRecuento,
  Recuento,
  DatosTercero,
  ExtractoMensual,
  Tercero,
  Transicion,
  FilaEstado,
  InformeUbicaciones,
  Plano,
  Ubicacion,
  AjustesEpcis,
  CambioAjustesEpcis,
  LugarEpcis,
  SuscripcionEpcis,
  ColeccionEpcis,
  Causa,
  EvidenciaCausa,
  Evento,
  ColumnaGrafico,
  Cifra,
  Contado,
  LineaHoy,
  Semana,
  Incidencia,
  LoteIncidencias,
  Modelos,
  Paseo,
  ResumenCalibracion,
  Recibo,
  AjustesEmpresa,
  CambioAjustes,
  Plazos,
  Umbral,
  Anotacion,
  ClaveApi,
  SesionAbierta,
  Empresa,
  UsuarioSesion,
  Seguridad,
  Usuario,
}

export const NAMES = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED)) NAMES.add(schema, { id })
