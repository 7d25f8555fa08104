package dev.mssqlcdc.avro;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * Certificates of a TLS connection.
 *
 * @param trusted whom to trust; whom the JDK trusts, where absent
 * @param own who we are, where the registry asks for it
 */
public record TlsStores(Optional<Store> trusted, Optional<Store> own) {

  static final String PEM = "PEM";

  /**
   * A file of certificates or keys.
   *
   * @param setting that named the file, for messages
   * @param type {@code JKS}, {@code PKCS12} or, for trusted certificates, {@code PEM}
   * @param password of the file
   * @param keyPassword of the keys in it, where it is not the file's
   */
  public record Store(
      String setting,
      Path file,
      String type,
      Optional<Password> password,
      Optional<Password> keyPassword) {

    private KeyStore open() {
      try (InputStream in = Files.newInputStream(file)) {
        if (type.equals(PEM)) {
          return certificates(in);
        }
        KeyStore store = KeyStore.getInstance(type);
        store.load(in, chars(password));
        return store;
      } catch (IOException | GeneralSecurityException e) {
        throw unusable(e);
      }
    }

    private static KeyStore certificates(InputStream pem)
        throws IOException, GeneralSecurityException {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry(Integer.toString(store.size()), each);
      }
      return store;
    }

    private TrustManager[] trustManagers() {
      try {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(open());
        return factory.getTrustManagers();
      } catch (GeneralSecurityException e) {
        throw unusable(e);
      }
    }

    private KeyManager[] keyManagers() {
      try {
        KeyManagerFactory factory =
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(open(), chars(keyPassword.or(() -> password)));
        return factory.getKeyManagers();
      } catch (GeneralSecurityException e) {
        throw unusable(e);
      }
    }

    private static char[] chars(Optional<Password> password) {
      return password.map(each -> each.value().toCharArray()).orElse(null);
    }

    private ConfigException unusable(Exception e) {
      ConfigException failure =
          new ConfigException(
              "%s: %s cannot be used as a %s file: %s; check the file, its type and password"
                  .formatted(setting, file, type, e));
      failure.initCause(e);
      return failure;
    }
  }

  /**
   * Reads the files.
   *
   * @throws ConfigException naming the setting whose file cannot be used
   */
  SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          own.map(Store::keyManagers).orElse(null),
          trusted.map(Store::trustManagers).orElse(null),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }
}
