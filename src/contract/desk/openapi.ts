/** Address of the OpenAPI document of the endpoints between console and gateway. */
export const OPENAPI_PATH = '/desk/openapi.json';
