import { either, path, text } from "../draft.ts";
import { anyHost, anyName, name } from "../hosts.ts";
import { database, image, oneOf, publicName, user, whole } from "../words.ts";
import { of, ofWritten } from "./key.ts";

const pass = either(of("password"), of("simplePassword"), of("passphrase"), of("slashPassword"));
const quoted = either(pass, of("spacePassword"), of("colonPassword"));
const word = of("simplePassword", "base62Key", "passphrase");
const failed = oneOf("failed with exit code 1", "exited with 2", "returned non-zero exit status 1.", "timed out");

/** Command lines that hold a secret, as the error of a failed child process shows them. */
export const commands = [
  text`Command failed: mysqldump -h ${anyHost} -u ${user} -p${word} ${database}`,
  text`Command 'mysql --user=${user} --password=${pass} -e "SELECT 1"' ${failed}`,
  text`Command '['pg_dump', '--username', '${user}', '--password', '${quoted}']' ${failed}`,
  text`PGPASSWORD=${pass} psql -h ${anyHost} -U ${user} ${database} ${failed}`,
  text`PGPASSWORD='${quoted}' pg_restore -d ${database} ${failed}`,
  text`redis-cli -h ${anyHost} -a ${word} ping ${failed}`,
  text`mongosh "mongodb://${name}" --username ${user} --password ${word} ${failed}`,
  text`curl -u ${user}:${word} https://${publicName}/v1/jobs ${failed}`,
  text`curl --user '${user}:${quoted}' https://${publicName}/ ${failed}`,
  text`curl -sS -H 'Authorization: Bearer ${of("jwt", "base62Key", "githubToken")}' https://${publicName} ${failed}`,
  text`curl -X POST -d 'client_secret=${of("base62Key", "googleClientSecret")}' https://${publicName}/token ${failed}`,
  text`wget --user=${user} --password=${word} https://${publicName}/x ${failed}`,
  text`docker login -u ${user} -p ${of("dockerToken", "simplePassword")} registry.example.com ${failed}`,
  text`docker run -e DB_PASSWORD=${word} -e TZ=UTC ${image} ${failed}`,
  text`sshpass -p '${quoted}' ssh ${user}@${anyHost} ${failed}`,
  text`sshpass -p${word} scp a ${user}@${anyHost}: ${failed}`,
  text`git clone https://${user}:${of("githubToken", "gitlabToken", "bitbucketToken")}@example.com/acme/shop.git ${failed}`,
  text`git -c http.extraHeader="Authorization: Basic ${of("basicAuth")}" fetch ${failed}`,
  text`npm config set //registry.example.com/:_authToken=${of("npmToken", "uuidKey")} ${failed}`,
  text`twine upload -u __token__ -p ${of("pypiToken")} ${failed}`,
  text`helm upgrade shop --set db.password=${word} --set replicas=3 ${failed}`,
  text`kubectl create secret generic db --from-literal=password='${quoted}' ${failed}`,
  text`kubectl --token=${of("jwt")} get pods ${failed}`,
  text`terraform apply -var="db_password=${quoted}" ${failed}`,
  text`vault login ${of("vaultToken")} ${failed}`,
  text`aws configure set aws_secret_access_key ${of("awsSecretKey")} ${failed}`,
  text`AWS_ACCESS_KEY_ID=${of("awsAccessKeyId")} AWS_SECRET_ACCESS_KEY=${of("awsSecretKey")} aws s3 ls ${failed}`,
  text`az login --service-principal -u ${user} -p ${of("azureClientSecret")} --tenant acme ${failed}`,
  text`openssl rsa -passin pass:${word} -noout ${failed}`,
  text`zip -P ${word} -r out ${failed}`,
  text`7z x -p${word} archive ${failed}`,
  text`smbclient //${name}/share -U ${user}%${word} ${failed}`,
  text`ldapsearch -x -D cn=${user} -w ${word} ${failed}`,
  text`htpasswd -b users ${user} ${word} ${failed}`,
  text`snowsql -u ${user} --password "${quoted}" ${failed}`,
  text`rabbitmqctl add_user ${user} ${word} ${failed}`,
  text`acme serve --api-key ${of("hexKey32", "base62Key", "uuidKey")} --port ${whole(3000, 9000)} ${failed}`,
  text`acme serve --secret="${of("base64Key", "hexKey64")}" ${failed}`,
  text`Command failed with exit code 1: acme login --token ${of("jwt", "base62Key")}`,
  text`cypress run --record --key ${of("uuidKey")} ${failed}`,
  text`sqlcmd -S ${name} -U ${user} -P ${word} ${failed}`,
  text`http -a ${user}:${word} GET https://${publicName} ${failed}`,
  text`net use ${path(text`\\\\${anyName}\\share`)} /user:${user} ${word} ${failed}`,
  text`echo ${of("githubToken", "dockerToken")} | docker login ghcr.io --password-stdin ${failed}`,
  text`openvpn --auth-user-pass <(printf '${user}\\n${word}') ${failed}`,
  text`restic -r s3:https://s3.example.com/backup with RESTIC_PASSWORD=${pass} ${failed}`,
  text`ansible-playbook site -e "ansible_password=${quoted}" ${failed}`,
  text`{"cmd":["mysql","-u","${user}","-p${word}"],"code":1}`,
  text`spawn args: ["--password", "${ofWritten((value) => value, "simplePassword", "password")}"]`,
];
