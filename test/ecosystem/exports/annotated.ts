/**
 * @openapi
 * /v1/harnesses/{id}:
 *   get:
 *     operationId: getHarness
 *     summary: A harness
 *     parameters:
 *       - name: id
 *         in: path
 *         required: true
 *         schema: { type: string }
 *     responses:
 *       200:
 *         description: The harness.
 *         content: { application/json: { schema: { type: object } } }
 *       404:
 *         description: It is gone.
 *         content: { application/json: { schema: { type: object, properties: { gone: { type: boolean } } } } }
 * /v1/responses:
 *   post:
 *     operationId: createTask
 *     summary: A task
 *     requestBody:
 *       content: { application/json: { schema: { type: object } } }
 *     responses:
 *       200:
 *         description: The task.
 *         content: { application/json: { schema: { type: object } } }
 */
export const ANNOTATED = true;
