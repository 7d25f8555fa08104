package dev.mssqlcdc.avro;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.config.types.Password;

/** Keys and certificates, made by the JDK's keytool as an administrator would. */
record TestingTls(Path directory) {

  static final String PASSWORD = "store-secret";

  /** A key for 127.0.0.1 with a certificate of its own, and that certificate for others. */
  TestingTls make(String name) throws IOException, InterruptedException {
    keytool(
        "-genkeypair",
        "-keyalg",
        "EC",
        "-alias",
        name,
        "-dname",
        "CN=" + name,
        "-ext",
        "SAN=ip:127.0.0.1",
        "-keystore",
        keys(name).toString(),
        "-storetype",
        "PKCS12",
        "-storepass",
        PASSWORD);
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        name,
        "-keystore",
        keys(name).toString(),
        "-storepass",
        PASSWORD,
        "-file",
        certificate(name).toString());
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        name,
        "-file",
        certificate(name).toString(),
        "-keystore",
        trust(name).toString(),
        "-storetype",
        "JKS",
        "-storepass",
        PASSWORD);
    return this;
  }

  Path keys(String name) {
    return directory.resolve(name + ".p12");
  }

  Path certificate(String name) {
    return directory.resolve(name + ".pem");
  }

  Path trust(String name) {
    return directory.resolve(name + ".jks");
  }

  /** Of a server that has this name's key and trusts another name. */
  SSLContext server(String name, String trusted) {
    Optional<Password> password = Optional.of(new Password(PASSWORD));
    return new TlsStores(
            Optional.of(
                new TlsStores.Store("trust", trust(trusted), "JKS", password, Optional.empty())),
            Optional.of(
                new TlsStores.Store("keys", keys(name), "PKCS12", password, Optional.empty())))
        .context();
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed");
    }
  }
}
